"""Every text is there in every language, and no template has a text of its own."""

import re
from pathlib import Path

import pytest

from pyramidion.games import catalogue
from pyramidion.table import pages, show
from pyramidion.table.texts import LANGUAGES, TEXTS, in_language, pick_language, text

TEMPLATES = sorted(
    [
        *(show.HERE / "templates").iterdir(),
        *catalogue.FOLDER.glob("*/*.svg"),
        *catalogue.FOLDER.glob("*/*.html"),
    ]
)
SOURCES = [*show.HERE.glob("*.py"), *TEMPLATES]
SAME_IN_BOTH = {"title", "name", "seat_bot"}


def used_keys() -> set[str]:
    found: set[str] = set(pages.SCRIPT_TEXTS)
    for path in SOURCES:
        source = path.read_text(encoding="utf-8")
        found |= set(re.findall(r"""\bt\(["'](\w+)["']""", source))
        found |= set(re.findall(r"""\b(?:text|filled)\("(\w+)",""", source))
        found |= set(re.findall(r"""TEXTS\["(\w+)"\]""", source))
    return {key for key in found if not key.endswith("_")}


def test_every_text_has_every_language() -> None:
    for key, words in TEXTS.items():
        for language in LANGUAGES:
            assert in_language(words, language).strip(), key
        if words.en == words.de:
            assert key in SAME_IN_BOTH, f"{key} is not translated"
        fields = [set(re.findall(r"{(\w+)}", in_language(words, code))) for code in LANGUAGES]
        assert all(one == fields[0] for one in fields), key


def test_every_text_that_is_used_exists() -> None:
    assert used_keys() - set(TEXTS) == set()


def test_every_text_is_used() -> None:
    everything = "".join(
        path.read_text(encoding="utf-8") for path in SOURCES if path.name != "texts.py"
    )
    by_theme = {"theme_light", "theme_dark", "theme_auto"}
    unused = {key for key in TEXTS if not re.search(rf"""["']{key}["']""", everything)}
    assert unused == by_theme


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_template_has_no_text_of_its_own(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    bare = re.sub(r"{#.*?#}|{%.*?%}|{{.*?}}", "", source, flags=re.DOTALL)
    for value in re.findall(r'(?:aria-label|title|alt|placeholder)="([^"]*)"', bare):
        assert not re.search(r"[^\W\d_]{2}", value), value
    between = re.sub(r"<script.*?</script>|<[^>]*>", " ", bare, flags=re.DOTALL)
    assert not re.search(r"[^\W\d_]{2}", between), between.split()


def test_the_language_is_the_chosen_one_else_the_browsers_else_english() -> None:
    assert pick_language("de", "en") == "de"
    assert pick_language(None, "de-AT,en;q=0.5") == "de"
    assert pick_language(None, "fr,en;q=0.2,de;q=0.9") == "de"
    assert pick_language("xx", "fr") == "en"
    assert pick_language(None, None) == "en"
    assert pick_language(None, "de;q=x, ;;;,en") == "en"
    assert text("seat", "de", number=3) == "Platz 3"
