"""Small things that the tests of the table do often."""

from typing import Any

from fastapi.testclient import TestClient

Json = dict[str, Any]


def set_up(client: TestClient, game: str = "pyramido", *kinds: str, **options: Any) -> Json:
    """A table by the API; kinds are "person" or "bot"."""
    seats = [{"kind": kind} for kind in kinds or ("person", "person")]
    answer = client.post("/api/v1/tables", json={"game": game, "seats": seats, "options": options})
    assert answer.status_code == 201, answer.text
    made: Json = answer.json()
    return made


def bearer(made: Json, seat: int) -> dict[str, str]:
    return {"Authorization": f"Bearer {made['tokens'][str(seat)]}"}


def look(client: TestClient, made: Json, seat: int | None = None) -> Json:
    headers = {} if seat is None else bearer(made, seat)
    answer: Json = client.get(f"/api/v1/tables/{made['id']}", headers=headers).json()
    return answer


def move(client: TestClient, made: Json, seat: int, text: str, number: int | None = None) -> Any:
    if number is None:
        number = look(client, made)["number"]
    return client.post(
        f"/api/v1/tables/{made['id']}/moves",
        json={"move": text, "number": number},
        headers=bearer(made, seat),
    )
