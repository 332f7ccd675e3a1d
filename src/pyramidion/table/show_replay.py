"""What a replay shows: a position with all hands or as one seat saw it, the log, the curve."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from pyramidion.games.face import Words
from pyramidion.match import Match
from pyramidion.table.replays import Replay
from pyramidion.table.show import Painter, Viewer, names_of, outcome
from pyramidion.table.texts import in_language, text
from pyramidion.table.turning import told as told_turn

WIDTH, HEIGHT = 1000, 220  # of the curve

Moments = list[dict[str, Any]] | None


@dataclass(frozen=True)
class Spot:
    """Where somebody stands in a replay."""

    at: int  # moves made
    seat: int | None  # through whose eyes; None: all hands
    language: str


def position(painter: Painter, replay: Replay, spot: Spot, moments: Moments) -> dict[str, Any]:
    """The fragments of the page that change from step to step."""
    match = replay.match.at(spot.at)
    # All hands: one board that does not turn, and the hand of every seat under it.
    open_hands = spot.seat is None and match.face.hidden
    eyes = 0 if open_hands else spot.seat
    everybody = range(match.players) if open_hands else [spot.seat]
    board = _context(replay, match, eyes, spot.language)
    hands = []
    for seat in everybody:
        context = _context(replay, match, seat, spot.language)
        drawn = painter.part(f"{match.game}/panel.html", spot.language, context)
        if not drawn and open_hands and seat != eyes:  # a game without a drawing: its text has all
            drawn = painter.board(match.game, spot.language, context)
        hands.append((seat if open_hands else None, drawn))
    last = next((p for p in reversed(range(match.ply)) if match.moves[p][0] != "*"), None)
    return {
        "at": spot.at,
        "told": _told(replay, match, spot),
        "board": painter.board(match.game, spot.language, board),
        "hands": painter.render(
            "replay_hands.html", spot.language, hands=hands, names=board["names"]
        ),
        "seats": painter.render(
            "replay_seats.html", spot.language, **board, chances=_chances(moments, spot.at)
        ),
        "last": [] if last is None else list(match.touched(last, eyes)),
    }


def _context(replay: Replay, match: Match, seat: int | None, language: str) -> dict[str, Any]:
    """As at the table, with nobody to act and nobody to wait for."""
    return {
        "game": match.game,
        "face": match.face,
        "view": match.view(seat),
        "seat": seat,
        "seats": replay.seats,
        "names": names_of(replay.seats, language),
        "viewer": Viewer(() if seat is None else (seat,), language=language),
        "acting": False,
        "hand_to": None,
        "present": set(),
        "prompt": "",
        "table": replay.id,
    }


def _told(replay: Replay, match: Match, spot: Spot) -> str:
    """What the last move and chance after it did; at the end also who has won."""
    names = names_of(replay.seats, spot.language)
    said: list[str] = []
    for ply in reversed(range(match.ply)):
        lines = [in_language(w, spot.language).format(*names) for w in _words(replay, ply, spot)]
        said = [*lines, *said]
        if not match.moves[ply].startswith("*"):
            break
    said = [line for line, _ in groupby(said)]
    if match.ply == 0 or not said:
        said = [text("replay_start", spot.language)]
    if match.result is not None:
        said.append(outcome(match.result, Viewer(), names, spot.language))
    return ". ".join(said[-6:])


def _words(replay: Replay, ply: int, spot: Spot) -> list[Words]:
    match = replay.match
    if spot.seat is not None:
        return match.story(ply, spot.seat)
    public = match.story(ply)
    # with all hands shown, as whoever knows more than everybody would tell it
    for seat in range(match.players):
        known = match.story(ply, seat)
        if known != public:
            return known
    return public


def log(replay: Replay, seat: int | None, language: str) -> list[tuple[int, str]]:
    """The whole game in words: after how many moves, and what happened."""
    names = names_of(replay.seats, language)
    told = (
        (ply + 1, in_language(words, language).format(*names))
        for ply in range(replay.match.ply)
        for words in _words(replay, ply, Spot(ply, seat, language))
    )
    lines = []
    for line, together in groupby(told, key=lambda pair: pair[1]):
        plies = [ply for ply, _ in together]
        lines.append((plies[-1], f"{line} ({len(plies)}×)" if len(plies) > 1 else line))
    return lines


def _chances(moments: Moments, at: int) -> list[float] | None:
    """What the seats could hope for at a position, if it was looked at."""
    before = [moment for moment in moments or [] if moment["ply"] <= at]
    return before[-1]["chances"] if before else None


def curve(replay: Replay, moments: Moments, at: int, language: str) -> dict[str, Any] | None:
    """The chances of all seats over the game, in units of the drawing, and where it turned."""
    if not moments:
        return None
    match = replay.match
    length = max(1, match.ply)
    points: list[list[tuple[float, float]]] = [[] for _ in range(match.players)]

    def add(ply: int, chances: list[float]) -> None:
        for line, chance in zip(points, chances, strict=True):
            line.append((round(WIDTH * ply / length, 1), round(HEIGHT * (1 - chance), 1)))

    for moment in moments:
        if moment["move"]:
            add(moment["ply"], moment["chances"])
    if match.result is not None:
        add(match.ply, [_share(share) for share in match.result])
    names = names_of(replay.seats, language)
    turns = [
        {**moment, **told_turn(match, moment, names, language),
         "x": round(WIDTH * moment["ply"] / length, 1),
         "y": round(HEIGHT * (1 - moment["chances"][moment["actor"]]), 1)}
        for moment in moments
        if moment["turned"]
    ]  # fmt: skip
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "lines": points,
        "turns": turns,
        "x": round(WIDTH * at / length, 1),
    }


def _share(share: str) -> float:
    over, _, under = share.partition("/")
    return int(over) / int(under or 1)
