"""What docs/pyramido-solved.md says of positions and games is true."""

import re
from pathlib import Path
from typing import Any

import pyramidion
from pyramidion.games.pyramido import boards, rules
from pyramidion.games.pyramido.face import FACE, field_of
from pyramidion.solve import certificate
from pyramidion.solve.oracle import Oracle
from pyramidion.solve.strategy import after
from tests.solve.walks import header_of, legal

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "pyramido-solved.md").read_text(encoding="utf-8")


def pictured(name: str, to_act: int) -> Any:
    """The position of a picture: yellow is the first player, blue the second."""
    svg = (ROOT / "docs" / "figures" / f"{name}.svg").read_text(encoding="utf-8")
    s = boards.start(rules.LEVELS, rules.STONES)
    for seat, colour in enumerate(("#f2c14e", "#3d6fb6")):
        for field in re.findall(rf'fill="{colour}"[^/]*/><text[^>]*>(\w\d)<', svg):
            found = field_of(field)
            assert found is not None
            s.stones[seat] |= 1 << found
            s.reserve[seat] -= 1
    s.to_act = to_act
    rules.begin_turn(s)
    return s


def play(s: Any, *moves: str) -> Any:
    for move in moves:
        s = after(s, {FACE.name(s, action): action for action in legal(s)}[move])
    return s


def test_the_numbers_are_those_of_the_shipped_certificate() -> None:
    header = header_of(certificate.shipped())
    assert f"{header['entries']:,} positions" in PAGE
    assert f"at most {header['longest']} moves" in PAGE


def test_the_whole_game_is_what_strategy_and_longest_defence_play() -> None:
    (game,) = re.findall(r"```\n( 1\. .*?)```", PAGE, re.DOTALL)
    columns = re.findall(r"(\d+)\. (\S+)\s+(\S+)", game)
    moves = [move for _, *pair in sorted(columns, key=lambda row: int(row[0])) for move in pair]
    m, oracle = pyramidion.new("pyramido"), Oracle()
    for ply, move in enumerate(moves):
        judged = oracle.judge(m.state, seconds=0.0)
        assert judged.length == len(moves) - ply
        if m.actor == 1:
            assert move == FACE.name(m.state, judged.best_action)
        m.play(move)
    assert m.result == ["0", "1"]
    assert m.ply == header_of(certificate.shipped())["longest"]
    assert (m.state.stones == pictured("no-move-left", 0).stones).all()


def test_in_the_picture_of_zugzwang_whoever_must_move_loses() -> None:
    for to_act, most in ((0, 6), (1, 7)):
        s = pictured("zugzwang", to_act)
        judged = Oracle().judge(_limited(s), seconds=20.0)
        assert judged.verdict == "lost"
        assert judged.length == most
    assert sorted(FACE.name(s, action) for action in legal(s)) == ["a2-b1", "b4-c4", "b5-c4"]
    s = play(pictured("zugzwang", 0), "a1-b1", "a1", "a4-b3", "a4", "a7-b6", "a7")
    assert (s.over, s.winner) == (1, 1)


def test_in_the_picture_of_the_double_threat_every_reply_loses() -> None:
    s = pictured("double-threat", 0)
    replies = {FACE.name(s, action) for action in legal(s)}
    assert replies == {"b5-c5", "b6-c5", "d2-e2"}
    for reply in replies:
        threatening = play(s, reply, "d3-e3")
        assert rules.hanging(threatening, 0)
        for action in legal(threatening):
            assert after(threatening, action).winner == 1
    assert play(s, "b5-c5", "d3-e2").over == 0


def _limited(s: Any) -> Any:
    s.quiet_limit = rules.QUIET_LIMIT
    return s
