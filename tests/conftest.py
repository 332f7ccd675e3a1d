import re
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

from tests.cases import all_cases

# The first example may compile; nothing here is a question of time.
settings.register_profile("here", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("here")

GAMES = "|".join(sorted({case.game for case in all_cases()}))
OF_A_GAME = re.compile(rf"tests/games/({GAMES})/|\[({GAMES})-")
LONG = re.compile(r"tests/(table|solve|test_ray|test_docs|test_engine)")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long begins early, so that no worker is left alone with it at the end."""

    def rank(item: pytest.Item) -> int:
        return 0 if OF_A_GAME.search(item.nodeid) else 1 if LONG.match(item.nodeid) else 2

    items.sort(key=rank)


class Groups(LoadScopeScheduling):  # type: ignore[misc]
    """Tests of one game, or of one file, run in one worker: what they share is made once."""

    def _split_scope(self, nodeid: str) -> str:
        game = OF_A_GAME.search(nodeid)
        return game[1] or game[2] if game else nodeid.partition("::")[0]


@pytest.hookimpl(optionalhook=True)  # there is none without xdist
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Groups:
    return Groups(config, log)
