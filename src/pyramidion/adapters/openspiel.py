"""The games for OpenSpiel: after `import pyramidion.adapters.openspiel` it can load them.

    pyspiel.load_game("pyramidion_jaguar")
    pyspiel.load_game("pyramidion_flaming(players=4,preset=strategy)")

Chance is explicit. A win is worth players-1 and a loss -1 (a shared win between), so games
add up to 0. Options that are not a number, true or false are texts, JSON where they have a
structure; `game_string` writes a game with such options as a text that OpenSpiel can read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

import numpy as np
import pyspiel

from pyramidion.adapters.parameters import encode, options_of, parameters
from pyramidion.batch import observation_fields
from pyramidion.engine import CHANCE, NOBODY, OVER, blank, calls, generator
from pyramidion.errors import PyramidionError
from pyramidion.games import catalogue
from pyramidion.games.face import Face

LONGEST = 1_000_000  # moves; the games have no bound of their own that is worth the name
MEMORY = 16  # bytes: the fingerprint of all that a seat has seen

PUBLIC = pyspiel.PrivateInfoType.NONE
ONE_SEAT = pyspiel.PrivateInfoType.SINGLE_PLAYER


def game_string(game: str, **options: Any) -> str:
    """A text for `pyspiel.load_game`: `game_string("jaguar", path={…})`."""
    allowed = catalogue.face(game).options
    given = ",".join(
        f"{name}={encode(value, allowed.get(name))}" for name, value in options.items()
    )
    return f"pyramidion_{game}({given})"


def register(game: str) -> type[pyspiel.Game]:
    """Make a game of the catalogue known to OpenSpiel."""
    face = catalogue.face(game)
    game_type = _game_type(face)

    def begin(self: SpielGame, given: Mapping[str, Any] | None = None) -> None:
        SpielGame.__init__(self, face, game_type, given or {})

    name = f"{game.capitalize()}Game"
    kind = type(name, (SpielGame,), {"__init__": begin, "__module__": __name__})
    globals()[name] = kind  # where pickle looks for it
    pyspiel.register_game(game_type, kind)
    return kind


def _game_type(face: Face) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    return pyspiel.GameType(
        short_name=f"pyramidion_{face.key}",
        long_name=face.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC
        if face.chance
        else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION
        if face.hidden
        else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(face.players),
        min_num_players=min(face.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(face),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options."""

    def __init__(self, face: Face, game_type: pyspiel.GameType, given: Mapping[str, Any]) -> None:
        try:
            self.players, options = face.check(*options_of(face, given))
        except PyramidionError as error:
            raise pyspiel.SpielError(str(error)) from None
        self.face = face
        start = blank(face.game.state)
        face.configure(start, self.players, options)
        calls.setup(start)
        self.start: bytes = start.tobytes()
        info = pyspiel.GameInfo(
            num_distinct_actions=face.game.actions,
            max_chance_outcomes=face.game.actions if face.chance else 0,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=self.players - 1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type, info, dict(given))

    def new_initial_state(self, state: Any = None) -> SpielState:
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> SpielObserver | None:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params:
            raise ValueError(f"observations have no parameters here, not {dict(params)}")
        if not kind.public_info or kind.private_info not in (PUBLIC, ONE_SEAT):
            return None  # what is private is not kept apart from what is public
        if kind.perfect_recall and kind.private_info == PUBLIC:
            return None  # what was public on the way is kept in no log
        return SpielObserver(self, kind)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, with what each seat has seen on the way to it.

    All attributes are immutable, so that OpenSpiel's deep copies cost nothing.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._position = game.start
        self._logs = ("",) * game.players
        self._memories = (b"",) * game.players

    # What OpenSpiel asks

    def current_player(self) -> int:
        who = int(calls.actor(self.record()))
        if who == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if who == CHANCE else who

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._possible())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = np.zeros(self._face.game.most, np.int64)
        calls.odds(self.record(), weights)
        actions = self._possible()
        total = int(weights[: len(actions)].sum())
        return sorted((a, int(w) / total) for a, w in zip(actions, weights, strict=False))

    def _apply_action(self, action: int) -> None:
        if action not in self._possible():
            raise pyspiel.SpielError(f"action {action} is not legal here: {self}")
        s, face = self.record(), self._face
        shown = [face.shown(s, action, seat) for seat in range(len(self._logs))]
        calls.play(s, action)
        self._position = s.tobytes()
        self._logs = tuple(f"{log} {text}," for log, text in zip(self._logs, shown, strict=True))
        self._memories = tuple(
            blake2b(
                memory + text.encode() + self.hidden(seat).tobytes(), digest_size=MEMORY
            ).digest()
            for seat, (memory, text) in enumerate(zip(self._memories, shown, strict=True))
        )

    def _action_to_string(self, player: int, action: int) -> str:
        if action not in self._possible():
            return f"action {action}, which is not legal here"
        return self._face.name(self.record(), action)

    def is_terminal(self) -> bool:
        return bool(calls.actor(self.record()) == OVER)

    def returns(self) -> list[float]:
        players = len(self._logs)
        if not self.is_terminal():
            return [0.0] * players
        shares = np.zeros(players, np.float64)
        calls.score(self.record(), shares)
        return [round(float(share) * players - 1.0, 12) for share in shares]

    def __str__(self) -> str:
        return f"{self._face.key}:{','.join(map(str, self.history()))}"

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A state that the player cannot tell from this one, as probable as it is for them."""
        other: SpielState = self.clone()
        s = self.hidden(player)
        calls.redeal(s, player, generator(int(sampler() * 2**62)))
        other._position = s.tobytes()
        # What the others saw on the way to the other state is not known; what they know now is.
        for seat in range(len(self._logs)):
            if seat != player:
                seen = blake2b(other.hidden(seat).tobytes(), digest_size=MEMORY).digest()
                other._logs = (*other._logs[:seat], " …,", *other._logs[seat + 1 :])
                other._memories = (*other._memories[:seat], seen, *other._memories[seat + 1 :])
        return other

    # What the observers ask

    def record(self) -> Any:
        """A copy of the position."""
        return np.frombuffer(self._position, self._face.game.state).copy()[0]

    def hidden(self, seat: int) -> Any:
        """What a seat knows."""
        known = blank(self._face.game.state)
        calls.hide(self.record(), seat, known)
        return known

    def log(self, seat: int) -> str:
        """What a seat saw happen."""
        return self._logs[seat]

    def memory(self, seat: int) -> bytes:
        """A fingerprint of all that a seat has seen, also between moves: bids that were opened."""
        return self._memories[seat] or bytes(MEMORY)

    @property
    def _face(self) -> Face:
        face: Face = self.get_game().face
        return face

    def _possible(self) -> list[int]:
        s = self.record()
        if calls.actor(s) == OVER:
            return []
        room = np.zeros(self._face.game.most, np.int64)
        return [int(action) for action in room[: calls.legal(s, room)]]


class SpielObserver:
    """What a seat sees, as a tensor of bits and as a text.

    The tensor has the fields of the hidden record, bit by bit. With perfect recall it also
    has a fingerprint of everything the seat has seen before: a history has no bounded length.
    """

    def __init__(self, game: SpielGame, kind: pyspiel.IIGObservationType) -> None:
        self._one_seat = kind.private_info == ONE_SEAT
        self._recall = kind.perfect_recall
        self._face = game.face
        self._fields = observation_fields(game.face.game.state)
        sizes = {name: shape for name, (_, shape) in self._fields.items()}
        shapes = {"which seat": (game.players,), **sizes}
        if self._recall:
            shapes["seen before"] = (8 * MEMORY,)
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        first = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[first : first + size].reshape(shape)
            first += size

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what the player sees into the tensor."""
        known = state.hidden(player if self._one_seat else NOBODY)
        bits = np.unpackbits(np.frombuffer(known.tobytes(), np.uint8), bitorder="little")
        self.dict["which seat"][:] = 0
        self.dict["which seat"][player] = 1
        for name, (where, shape) in self._fields.items():
            self.dict[name][...] = bits[where].reshape(shape)
        if self._recall:
            seen = np.frombuffer(state.memory(player), np.uint8)
            self.dict["seen before"][:] = np.unpackbits(seen)

    def string_from(self, state: SpielState, player: int) -> str:
        """What the player sees, as a text."""
        if self._recall:
            turn = " to act" if state.current_player() == player else ""
            return f"seat {player}:{state.log(player)}{turn} [{state.memory(player).hex()}]"
        seat = player if self._one_seat else NOBODY
        view = json.dumps(self._face.view(state.hidden(seat), seat), separators=(",", ":"))
        return f"seat {player}: {view}" if self._one_seat else view


GAMES = {name: register(name) for name in catalogue.names()}
