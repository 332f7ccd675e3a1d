"""What the tests of the table share: a client without a browser, a server, a Chromium."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, Page

from pyramidion.games import catalogue
from pyramidion.table.app import create_app
from pyramidion.table.prepare import exercise
from tests.table.live import NewPage, browsing, serving, settings
from tests.table.postgres import Postgres, running


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(settings(tmp_path)), follow_redirects=False) as client:
        client.headers["Origin"] = "http://testserver"
        yield client


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    for game in catalogue.names():
        exercise(game)  # compiled here, so that no page has to wait for it
    with serving(settings(tmp_path_factory.mktemp("table"))) as address:
        yield address


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'table.sqlite3'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.database()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with browsing() as browser:
        yield browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda m: faults.append(m.text) if m.type == "error" else None)
    yield page
    context.close()
    # a refused request is told in the console too; those are what tests ask for
    assert [fault for fault in faults if "status of 4" not in fault] == []


@pytest.fixture
def person(browser: Browser) -> Iterator[NewPage]:
    """A page of somebody else, with cookies of their own."""
    contexts = []

    def new(**options: object) -> Page:
        usual = {"locale": "en-GB", "reduced_motion": "reduce"}
        context = browser.new_context(**{**usual, **options})  # type: ignore[arg-type]
        contexts.append(context)
        return context.new_page()

    yield new
    for context in contexts:
        context.close()
