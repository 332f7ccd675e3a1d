import pytest
from hypothesis import settings

from tests.cases import Case

# The first example may compile; nothing here is a question of time.
settings.register_profile("here", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("here")


@pytest.hookimpl(tryfirst=True)  # before the workers read the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of one game, or of one file, run in one worker: what they share is made once."""
    for item in items:
        case = item.callspec.params.get("case") if hasattr(item, "callspec") else None
        folder = item.path.parent
        group = folder.name if folder.parent.name == "games" else item.path.stem
        item.add_marker(pytest.mark.xdist_group(case.game if isinstance(case, Case) else group))
