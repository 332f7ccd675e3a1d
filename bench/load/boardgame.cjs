// boardgame.io's own server with Connect Four, in memory, as its documentation sets it up.
const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const WIDTH = 7;
const HEIGHT = 6;

function wins(columns, column) {
  const row = columns[column].length - 1;
  const owner = columns[column][row];
  return [[1, 0], [0, 1], [1, 1], [1, -1]].some(([dx, dy]) => {
    let count = 1;
    for (const way of [1, -1]) {
      let x = column + way * dx;
      let y = row + way * dy;
      while (columns[x] && columns[x][y] === owner) {
        count += 1;
        x += way * dx;
        y += way * dy;
      }
    }
    return count >= 4;
  });
}

const ConnectFour = {
  name: "connect-four",
  setup: () => ({ columns: Array.from({ length: WIDTH }, () => []), last: null }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop: ({ G, playerID }, column) => {
      if (!G.columns[column] || G.columns[column].length === HEIGHT) return INVALID_MOVE;
      G.columns[column].push(playerID);
      G.last = column;
    },
  },
  endIf: ({ G, ctx }) => {
    if (G.last === null) return undefined;
    if (wins(G.columns, G.last)) return { winner: ctx.currentPlayer };
    return G.columns.every((column) => column.length === HEIGHT) ? { draw: true } : undefined;
  },
};

const server = Server({ games: [ConnectFour], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]), callback: () => console.log("ready") });
