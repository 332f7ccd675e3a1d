"""The ledger: every rule has a number, every number a test that names it, and the pages agree."""

import ast
import re
from pathlib import Path

import pytest

from pyramidion.games import catalogue
from tests.cases import all_cases

TESTS = Path(__file__).parent
EVERY_GAME = sorted({case.game for case in all_cases()})


def numbers_of(page: str, prefix: str) -> list[str]:
    """The rule numbers that a page defines: at the start of a line or a point, in bold."""
    return re.findall(rf"^(?:[-*] )?\*\*({prefix}\d+)\*\*", page, re.MULTILINE)


def numbers_named_in_tests(folder: Path) -> dict[str, list[str]]:
    """Rule number → the tests marked `@pytest.mark.rule("P7")` (or `@rule`) with it."""
    named: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func).endswith("rule"):
                        for number in mark.args:
                            named.setdefault(ast.literal_eval(number), []).append(node.name)
    return named


def test_every_game_has_cases_for_all_its_player_counts() -> None:
    for game in catalogue.names():
        players = {case.players for case in all_cases() if case.game == game}
        assert players == set(catalogue.face(game).players)


@pytest.mark.parametrize("game", catalogue.names())
def test_every_rule_has_a_test_that_names_it_and_no_test_names_an_unknown_rule(game: str) -> None:
    face = catalogue.face(game)
    rules = numbers_of(face.rules_page("en"), face.rule_prefix)
    assert rules
    named = numbers_named_in_tests(TESTS / "games" / game)
    assert set(rules) - set(named) == set(), "rules without a test"
    assert set(named) - set(rules) == set(), "tests that name unknown rules"


@pytest.mark.parametrize("game", catalogue.names())
def test_the_pages_in_both_languages_have_the_same_rules_in_order(game: str) -> None:
    face = catalogue.face(game)
    english, german = (
        numbers_of(face.rules_page(language), face.rule_prefix) for language in ("en", "de")
    )
    assert english == german == [f"{face.rule_prefix}{n}" for n in range(1, len(english) + 1)]
