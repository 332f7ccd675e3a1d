"""What happens by a move, told step by step."""

from typing import Any

from pyramidion.engine import count_bits
from pyramidion.games.face import Words
from pyramidion.games.spitze import rules
from pyramidion.games.spitze.fields import field_of


def story(s: Any, move: str, after: Any) -> list[Words]:
    """The steps of one move, from the position before and the one after it.

    No covered pyramid is named, so that every step may be told in the memory variant (S16).
    """
    who = _name(s.to_act)
    if ":" in move:
        field, _, value = move.partition(":")
        steps = [
            Words(f"{who} puts a {value} on {field}", f"{who} stellt eine {value} auf {field}")
        ]
        if not after.arranging:
            steps.append(_begins(after))
        return steps
    if move.startswith("lift "):
        field = move.removeprefix("lift ")
        return [
            Words(f"{who} lifts the pyramid on {field}", f"{who} hebt die Pyramide auf {field} an")
        ]
    steps = _walk(s, move)
    if not after.winners and after.game == s.game:
        return steps + _skipped(s, after)
    steps.append(_why_it_ends(s, move))
    if s.points:
        steps += [_scores(after, seat) for seat in range(s.players)]
    return [*steps, _wins(after) if after.winners else _next_game(after)]


def _name(seat: int) -> str:
    return f"{{{seat}}}"


def _walk(s: Any, move: str) -> list[Words]:
    who, (start, end) = _name(s.to_act), (move[:2], move[3:])
    if "=" in move:
        size = rules.group_size(s, s.to_act, field_of(start))
        return [
            Words(
                f"{who} moves a sandwich of {size} from {start} to {end}",
                f"{who} zieht ein Sandwich aus {size} Pyramiden von {start} nach {end}",
            )
        ]
    steps = [Words(f"{who} moves from {start} to {end}", f"{who} zieht von {start} nach {end}")]
    if _arrives(s, move):
        arrived = count_bits(int(s.arrived[s.to_act])) + 1
        goal = count_bits(int(rules.GOALS[s.players, s.to_act]))
        steps.append(
            Words(
                f"{who} has arrived with {arrived} of {goal}",
                f"{who} ist mit {arrived} von {goal} am Ziel",
            )
        )
    return steps


def _arrives(s: Any, move: str) -> bool:
    target = field_of(move[3:])
    assert target is not None
    return bool(int(rules.GOALS[s.players, s.to_act]) >> target & 1)


def _skipped(s: Any, after: Any) -> list[Words]:
    """S10: the seats between the mover and the next one to act."""
    steps, seat = [], (s.to_act + 1) % s.players
    while seat != after.to_act:
        who = _name(seat)
        steps.append(Words(f"{who} cannot move", f"{who} kann nicht ziehen"))
        seat = (seat + 1) % s.players
    return steps


def _why_it_ends(s: Any, move: str) -> Words:
    """S11, S13 or S12."""
    who, arrives = _name(s.to_act), _arrives(s, move)
    missing = count_bits(int(rules.GOALS[s.players, s.to_act] & ~s.arrived[s.to_act]))
    if arrives and missing == 1:
        return Words(f"{who} has filled the goal", f"{who} hat das Ziel gefüllt")
    if not arrives and s.quiet + 1 >= s.quiet_limit:
        return Words(
            f"{s.quiet_limit} turns without an arrival end the game",
            f"{s.quiet_limit} Züge ohne Ankunft beenden die Partie",
        )
    return Words("Nobody can move any more", "Niemand kann mehr ziehen")


def _scores(after: Any, seat: int) -> Words:
    who, score, total = _name(seat), int(after.scores[seat]), int(after.total[seat])
    return Words(
        f"{who} scores {score} and stands at {total}",
        f"{who} erhält {score} und steht bei {total}",
    )


def _wins(after: Any) -> Words:
    winners = [_name(seat) for seat in range(after.players) if after.winners >> seat & 1]
    if len(winners) == 1:
        return Words(f"{winners[0]} wins", f"{winners[0]} gewinnt")
    *most, last = winners
    return Words(
        f"{', '.join(most)} and {last} share the win",
        f"{', '.join(most)} und {last} teilen sich den Sieg",
    )


def _next_game(after: Any) -> Words:
    who = _name(after.beginner)
    return Words(
        f"Game {after.game} is arranged; {who} will begin",
        f"Partie {after.game} wird aufgestellt; {who} wird beginnen",
    )


def _begins(after: Any) -> Words:
    who = _name(after.beginner)
    return Words(f"{who} begins", f"{who} beginnt")
