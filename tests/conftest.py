import pytest
from hypothesis import settings

from tests.cases import Case

# The first example may compile; nothing here is a question of time.
settings.register_profile("here", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("here")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of one game run in one worker, so that its rules are compiled once."""
    for item in items:
        case = item.callspec.params.get("case") if hasattr(item, "callspec") else None
        folder = item.path.parent.name
        group = item.path.stem if folder == "tests" else folder
        item.add_marker(pytest.mark.xdist_group(case.game if isinstance(case, Case) else group))
