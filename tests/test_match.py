"""The match and its records: what the Python API promises, whatever the game."""

import json
from pathlib import Path
from typing import Any

import pytest

import pyramidion
from pyramidion import Match


def game() -> Match:
    m = pyramidion.new("pyramido")
    for move in ["a4", "a5", "a4-b4", "a3"]:
        m.play(move)
    return m


def finished() -> Match:
    m = pyramidion.new("pyramido", quiet_limit=1)
    for move in ["a1", "a2", "a1-b1"]:
        m.play(move)
    assert m.result == ["1/2", "1/2"]
    return m


def test_games_lists_the_games() -> None:
    five = {"flaming", "jaguar", "pharao", "pyramido", "spitze"}
    assert five <= set(pyramidion.games())


def test_the_actor_is_a_seat_from_0_and_none_when_the_game_is_over() -> None:
    m = pyramidion.new("pyramido")
    assert m.actor == 0
    m.play("a1")
    assert m.actor == 1
    assert finished().actor is None
    assert finished().legal == []


def test_a_record_is_what_the_rules_page_says() -> None:
    assert game().record() == {
        "format": 1,
        "game": "pyramido",
        "options": {},
        "players": 2,
        "moves": ["a4", "a5", "a4-b4", "a3"],
        "result": None,
    }
    assert finished().record()["options"] == {"quiet_limit": 1}


def test_repr_round_trips() -> None:
    again = eval(repr(game()))
    assert again.record() == game().record()


def test_moves_are_read_whatever_their_case_and_spaces() -> None:
    m = pyramidion.new("pyramido")
    m.play("  A4 ")
    assert m.moves == ["a4"]


def test_a_move_that_is_no_text_is_refused() -> None:
    with pytest.raises(pyramidion.PyramidionError, match="a move is a text, not 3"):
        game().play(3)  # type: ignore[arg-type]


def test_undo_at_the_start_is_refused() -> None:
    with pytest.raises(pyramidion.PyramidionError, match="no move to take back"):
        pyramidion.new("pyramido").undo()


def test_unknown_games_players_options_and_seats_say_what_is_allowed() -> None:
    with pytest.raises(pyramidion.UnknownGame, match="pyramido"):
        pyramidion.new("chess")
    with pytest.raises(pyramidion.OptionError, match="for 2 players, not 3"):
        pyramidion.new("pyramido", players=3)
    players: Any
    for players in (2.0, True, "2", [2]):
        with pytest.raises(pyramidion.OptionError, match="for 2 players, not"):
            pyramidion.new("pyramido", players=players)
    with pytest.raises(pyramidion.OptionError, match="its options: quiet_limit"):
        pyramidion.new("pyramido", colour="red")
    with pytest.raises(pyramidion.OptionError, match="seed"):
        pyramidion.new("pyramido", seed=-1)
    with pytest.raises(pyramidion.OptionError, match="manual"):
        pyramidion.new("pyramido", chance="sometimes")
    with pytest.raises(pyramidion.PyramidionError, match="seats 0 to 1"):
        game().view(2)


def test_records_are_saved_and_loaded_one_per_file_or_one_per_line(tmp_path: Path) -> None:
    pyramidion.save(game(), tmp_path / "one.json")
    assert pyramidion.load(tmp_path / "one.json").record() == game().record()
    lines = "\n".join(json.dumps(m.record()) for m in (game(), finished()))
    (tmp_path / "two.jsonl").write_text(lines + "\n")
    loaded = list(pyramidion.load_all(tmp_path / "two.jsonl"))
    assert [m.record() for m in loaded] == [game().record(), finished().record()]
    with pytest.raises(pyramidion.RecordError, match="holds 2 records"):
        pyramidion.load(tmp_path / "two.jsonl")


@pytest.mark.parametrize(
    ("change", "message", "move"),
    [
        ({"moves": ["a4", "a5", "a4-b5", "a3"]}, "move 3: .*P7", 3),
        ({"moves": ["a4", "a4"]}, "move 2: .*P6", 2),
        ({"moves": ["a4", 7]}, "move 2: 7 is no text", 2),
        ({"moves": ["a4", "*roll 3"]}, "move 2: .*not chance", 2),
        ({"moves": "a4"}, "moves must be a list", None),
        ({"result": ["1", "0"]}, "the result is null", 4),
        ({"game": "chess"}, "there is no game 'chess'", None),
        ({"players": 3}, "for 2 players, not 3", None),
        ({"players": "2"}, "players must be a whole number", None),
        ({"options": {"quiet_limit": 0}}, "whole number of at least 1", None),
        ({"options": []}, "options must be an object", None),
        ({"format": 2}, "format 2", None),
        ({"version": 9}, "version 9", None),
        ({"winner": 1}, "has no 'winner'", None),
        ({"points": [1, 2]}, "points", 4),
    ],
)
def test_a_bad_record_names_the_first_bad_move_and_loads_nothing(
    change: dict[str, Any], message: str, move: int | None
) -> None:
    with pytest.raises(pyramidion.RecordError, match=message) as error:
        pyramidion.load({**game().record(), **change})
    assert error.value.move == move


def test_a_finished_record_that_lost_its_last_moves_is_refused() -> None:
    record = finished().record()
    record["moves"] = record["moves"][:-1]
    with pytest.raises(pyramidion.RecordError, match="the last move, 2"):
        pyramidion.load(record)


@pytest.mark.parametrize("key", ["format", "game", "options", "players", "moves", "result"])
def test_a_record_that_lacks_a_part_is_refused(key: str) -> None:
    record = game().record()
    del record[key]
    with pytest.raises(pyramidion.RecordError, match=f"lacks {key}"):
        pyramidion.load(record)


def test_a_file_that_was_cut_off_or_is_no_text_is_refused(tmp_path: Path) -> None:
    text = json.dumps(game().record())
    path = tmp_path / "cut.json"
    path.write_text(text[:-9])
    with pytest.raises(pyramidion.RecordError, match="cut off"):
        pyramidion.load(path)
    path.write_text(text + "\n" + text[:-9])
    with pytest.raises(pyramidion.RecordError, match="line 2"):
        pyramidion.load(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(pyramidion.RecordError, match="no text file"):
        pyramidion.load(path)
    path.write_text("[1, 2]")
    with pytest.raises(pyramidion.RecordError, match="JSON object, not list"):
        pyramidion.load(path)
