"""The JSON API: everything a page can do, for programs too. A seat's token is its Bearer."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import StreamingResponse

from pyramidion.games import catalogue
from pyramidion.games.face import Words
from pyramidion.table import errors
from pyramidion.table.bots import HINT_LEVEL, consider
from pyramidion.table.events import seen, stream
from pyramidion.table.guard import SAFE, address_of
from pyramidion.table.proved import proved
from pyramidion.table.rooms import Room
from pyramidion.table.show import Viewer, angle, gathered, names_of
from pyramidion.table.storage import House, Seat
from pyramidion.table.tables import Tables
from pyramidion.table.texts import in_language
from pyramidion.table.who import tables_of, viewer

Id = Annotated[str, Path(max_length=64, description="the table")]
Number = Annotated[int, Field(ge=0, lt=2**31, description="how many log entries you have seen")]
Place = Annotated[int, Field(ge=0, lt=16, description="a seat, from 0")]
AsSeat = Annotated[int | None, Query(ge=0, lt=16, description="which of your seats, from 0")]


class Strict(BaseModel):
    """No field that we do not know."""

    model_config = ConfigDict(extra="forbid")


class Said(Strict):
    """A text in every language."""

    en: str
    de: str


class Problem(Strict):
    """Why something was refused; nothing was changed."""

    code: str
    message: Said
    rule: str = ""


class SeatWanted(Strict):
    """Who is to sit there: a person (the answer has the token) or a bot."""

    kind: Literal["person", "bot"]
    level: Annotated[int, Field(ge=1, le=5)] = 3
    name: Annotated[str, Field(max_length=40)] = ""


class TableWanted(Strict):
    """A table to set up."""

    game: Annotated[str, Field(max_length=40)]
    seats: Annotated[list[SeatWanted], Field(min_length=1, max_length=16)]
    options: dict[str, Any] = {}
    clock: Annotated[
        str,
        Field(
            max_length=20,
            description="`move 30` (seconds for each move), `game 10+5` (minutes for the game and "
            "seconds after each move), `days 2` (for each move), or empty for none",
        ),
    ] = ""
    chat: bool = True


class TableMade(Strict):
    """Its id and the token of every person's seat."""

    id: str
    url: str
    tokens: dict[int, str]


class Move(Strict):
    """A move in the game's notation; `number` guards against double and stale moves."""

    move: Annotated[str, Field(max_length=200)]
    number: Number


class Seen(Strict):
    """What the sender has seen."""

    number: Number


class Touched(Strict):
    """Things touched one after the other."""

    keys: Annotated[list[Annotated[str, Field(max_length=60)]], Field(max_length=20)]


class Following(Strict):
    """What can be touched next: more to gather, and last touches with the moves they make."""

    more: list[str]
    ends: dict[str, list[str]]


class Moved(Strict):
    """It is done, and how many entries the log has now."""

    number: int


class Why(Strict):
    """The reason, and the rule's number."""

    rule: str
    message: Said


class Hint(Strict):
    """What a bot would do, with what to touch for it."""

    move: str
    keys: list[str]
    message: str
    proved: str  # in words; empty where nobody knows the game exactly


class Legal(Strict):
    """The legal moves of the seat to act, each with what a person would touch for it."""

    number: int
    moves: dict[str, list[str]]


class Progress(Strict):
    """How far the preparation after the first start is."""

    done: list[str]
    all: list[str]


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem} for status in (400, 403, 404, 409, 413, 422, 429, 503)
}
router = APIRouter(prefix="/api/v1", tags=["table"], responses=PROBLEMS)


def said(words: Words) -> Said:
    """Words for the wire."""
    return Said(en=words.en, de=words.de)


def room_of(request: Request, id: str) -> tuple[Tables, Room, Viewer]:
    """The table and what the sender may see of it; who changes something is noted there."""
    tables = tables_of(request)
    room, looking = tables.rooms.get(id), viewer(request, id)
    if looking.seats and request.method not in SAFE:
        room.client = address_of(request.scope)
    return tables, room, looking


@router.get("/preparation")
def preparation(request: Request) -> Progress:
    """Which games can be played without waiting for the compiler."""
    state = tables_of(request).preparation
    return Progress(done=list(state.done), all=list(state.games))


@router.get("/games")
def games() -> list[dict[str, Any]]:
    """The games, how many can play them and which options they have."""
    return [
        {
            "game": face.key,
            "title": face.title,
            "players": list(face.players),
            "options": {
                name: {"default": option.default, "about": said(option.about).model_dump(),
                       "allowed": said(option.allowed).model_dump()}
                for name, option in face.options.items()
            },
        }
        for face in map(catalogue.face, catalogue.names())
    ]  # fmt: skip


@router.post("/tables", status_code=201)
def set_up(request: Request, wanted: TableWanted) -> TableMade:
    """Set up a table."""
    tables = tables_of(request)
    client = tables.limit(request.scope)
    seats = [
        Seat("link" if seat.kind == "person" else "bot", seat.level, seat.name)
        for seat in wanted.seats
    ]
    house = House(wanted.clock, wanted.chat)
    id, tokens = tables.set_up(wanted.game, wanted.options, seats, None, house, client)
    return TableMade(id=id, url=f"/t/{id}", tokens=tokens)


def data_of(room: Room, viewer: Viewer) -> dict[str, Any]:
    """A table as data, as a viewer may see it."""
    with room.lock:
        match, number = room.match, room.number
    side = angle(room, viewer)
    return {
        "id": room.id,
        "number": number,
        "seats": [
            {
                "name": name,
                "kind": "bot" if seat.kind == "bot" else "person",
                "stand_in": seat.stand_in,
                "time_left": left,
            }
            for name, seat, left in zip(
                names_of(room.seats, viewer.language), room.seats, room.times, strict=True
            )
        ],
        "yours": list(viewer.seats),
        "clock": room.house.clock,
        "turn": {"begun": room.turn.begun, "due": room.turn.due},
        "next": room.next,
        "chat": room.said if room.house.chat else None,
        "view": match.view(side.seat),
        "log": match.log(side.seat),
    }


@router.get("/tables/{id}")
def look(request: Request, id: Id, seat: AsSeat = None) -> dict[str, Any]:
    """The table as you may see it; `number` is to be sent with a move."""
    room = tables_of(request).rooms.get(id)
    return data_of(room, viewer(request, id, seat))


@router.get("/tables/{id}/legal")
def legal(request: Request, id: Id) -> Legal:
    """Your legal moves; none while somebody else acts."""
    _, room, looking = room_of(request, id)
    with room.lock:
        actor = room.match.actor
        mine = actor is not None and actor in looking.seats
        paths = room.match.paths(actor) if mine and actor is not None else {}
        return Legal(number=room.number, moves={m: list(keys) for m, keys in paths.items()})


@router.post("/tables/{id}/moves")
def move(request: Request, id: Id, wanted: Move) -> Moved:
    """Make a move for the seat to act, which must be yours."""
    _, room, looking = room_of(request, id)
    if not looking.seats:
        raise errors.not_your_seat()
    return Moved(number=room.play(wanted.move, wanted.number, looking.seats))


@router.post("/tables/{id}/undo")
def undo(request: Request, id: Id, wanted: Seen) -> Moved:
    """Take back to your last decision, if nothing was shown and nobody else acted since."""
    _, room, looking = room_of(request, id)
    if not looking.seats:
        raise errors.not_your_seat()
    return Moved(number=room.back(wanted.number, looking.seats))


@router.post("/tables/{id}/why")
def why(request: Request, id: Id, wanted: Touched) -> Why:
    """Why touching these things leads to no legal move."""
    _, room, looking = room_of(request, id)
    seat = acting_seat(room, looking)
    match = room.match
    known = match.hidden(seat)
    refusal = match.face.refuse(known, match.face.attempt(known, wanted.keys).casefold())
    return Why(rule=refusal.rule, message=said(refusal.words))


@router.post("/tables/{id}/gather")
def gather(request: Request, id: Id, wanted: Touched) -> Following | None:
    """What can follow after touching these things in any order; null where paths say it all."""
    _, room, looking = room_of(request, id)
    seat = acting_seat(room, looking)
    found = gathered(room.match, seat, wanted.keys)
    return None if found is None else Following(**found)


@router.post("/tables/{id}/hint")
def hint(request: Request, id: Id) -> Hint:
    """What a bot would do in your place, and what is proved of every move where that is known."""
    tables, room, looking = room_of(request, id)
    seat = acting_seat(room, looking)
    tables.limit_hints(request.scope)
    match = room.match
    idea = consider(match, seat, HINT_LEVEL, tables.closing)
    known, names = match.hidden(seat), names_of(room.seats, looking.language)
    told = match.face.tell(known, match.action(idea), seat)
    message = " · ".join(in_language(words, looking.language).format(*names) for words in told)
    proof = proved(match, known, looking.language, tables.closing)
    return Hint(move=idea, keys=list(match.paths(seat)[idea]), message=message, proved=proof)


STREAM: dict[int | str, dict[str, Any]] = {
    200: {"description": "A stream that does not end.", "content": {"text/event-stream": {}}}
}


@router.get("/tables/{id}/events", response_class=StreamingResponse, responses=STREAM)
def events(
    request: Request, id: Id, seat: AsSeat = None, number: Annotated[int, Query(ge=0, lt=2**31)] = 0
) -> StreamingResponse:
    """Server-sent events named `table`: the table as data, at once and on every change."""
    tables = tables_of(request)
    room = tables.rooms.get(id)
    looking = viewer(request, id, seat)
    return stream(
        room,
        looking.seats,
        seen(request, number),
        lambda _: data_of(room, looking),
        tables.closing,
    )


def acting_seat(room: Room, viewer: Viewer) -> int:
    """The seat to act, if the viewer holds it."""
    if not viewer.seats:
        raise errors.not_your_seat()
    actor = room.match.actor
    if actor is None or actor not in viewer.seats:
        raise errors.not_your_turn()
    return actor
