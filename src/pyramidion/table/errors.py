"""What can go wrong at a table, each with its status and its words."""

from pyramidion.errors import PyramidionError
from pyramidion.games.face import Refusal, Words
from pyramidion.table.texts import TEXTS


class TableError(PyramidionError):
    """Something that cannot be done at a table; nothing was changed."""

    def __init__(self, status: int, code: str, words: Words, rule: str = "") -> None:
        self.status = status
        self.code = code  # for programs
        self.words = words
        self.rule = rule
        super().__init__(words.en)


def no_table() -> TableError:
    """The address leads nowhere."""
    return TableError(
        404,
        "unknown_table",
        Words(
            "There is no table here. Perhaps the link was cut off",
            "Hier ist kein Tisch. Vielleicht wurde der Link abgeschnitten",
        ),
    )


def nowhere() -> TableError:
    """An address that cannot be one of ours."""
    return TableError(404, "not_found", TEXTS["not_found"])


def no_link() -> TableError:
    """A join link that nobody gave out."""
    return TableError(
        404,
        "unknown_link",
        Words(
            "This link leads to no seat. Ask for a new one",
            "Dieser Link führt zu keinem Platz. Bitte um einen neuen",
        ),
    )


def not_your_seat() -> TableError:
    """Somebody acts for a seat that they do not hold."""
    return TableError(
        403,
        "not_your_seat",
        Words("You do not hold this seat", "Dieser Platz gehört dir nicht"),
    )


def not_your_turn() -> TableError:
    """A move out of turn."""
    return TableError(409, "not_your_turn", Words("It is not your turn", "Du bist nicht am Zug"))


def time_is_up() -> TableError:
    """Somebody comes back in a turn whose time is used up."""
    return TableError(
        409,
        "time_is_up",
        Words(
            "The time for this move is used up, so the bot makes it. Come back after it",
            "Die Zeit für diesen Zug ist um, darum macht ihn der Bot. Komm danach zurück",
        ),
    )


def stale() -> TableError:
    """The page has not seen the latest move: a double click, or somebody was faster."""
    return TableError(
        409,
        "stale",
        Words(
            "The table has moved on since. Look again",
            "Am Tisch ging es inzwischen weiter. Schau noch einmal hin",
        ),
    )


def still_running() -> TableError:
    """A replay shows all hands, so it has to wait for the end."""
    return TableError(
        409,
        "still_running",
        Words(
            "This game is still in play. It can be replayed when it is over",
            "Diese Partie läuft noch. Nachspielen lässt sie sich, wenn sie zu Ende ist",
        ),
    )


def not_over() -> TableError:
    """A rematch of a game that nobody has won yet."""
    return TableError(
        409,
        "not_over",
        Words("The game is not over yet", "Die Partie ist noch nicht zu Ende"),
    )


def no_position(plies: int, seats: int) -> TableError:
    """A step or a seat that a replay does not have."""
    return TableError(
        404,
        "unknown_position",
        Words(
            f"This game has the steps 0 to {plies} and the seats 1 to {seats}",
            f"Diese Partie hat die Schritte 0 bis {plies} und die Plätze 1 bis {seats}",
        ),
    )


def no_text() -> TableError:
    """A body that is no UTF-8."""
    return bad_request(Words("A record is a text in UTF-8", "Eine Aufzeichnung ist Text in UTF-8"))


def refused(refusal: Refusal) -> TableError:
    """A rule forbids it."""
    return TableError(422, "refused", refusal.words, refusal.rule)


def bad_request(words: Words) -> TableError:
    """What was sent cannot be understood."""
    return TableError(400, "bad_request", words)


def too_many() -> TableError:
    """Somebody is too fast."""
    return TableError(
        429,
        "too_many",
        Words("Too many at once. Wait a moment", "Zu viel auf einmal. Warte einen Augenblick"),
    )


def foreign() -> TableError:
    """A change that another site wants to make."""
    return TableError(
        403,
        "foreign_origin",
        Words(
            "Changes are accepted from our own pages only",
            "Änderungen werden nur von unseren eigenen Seiten angenommen",
        ),
    )


def database_away() -> TableError:
    """The database cannot be reached, or cannot write."""
    return TableError(
        503,
        "database_away",
        Words(
            "The tables cannot be reached right now. Try again in a moment",
            "Die Tische sind gerade nicht zu erreichen. Versuch es gleich noch einmal",
        ),
    )


def too_large() -> TableError:
    """A body beyond the limit."""
    return TableError(413, "too_large", Words("That is too much text", "Das ist zu viel Text"))


NO_UNDO = Refusal(
    "",
    Words(
        "That cannot be taken back: something was shown or somebody else has acted since",
        "Das lässt sich nicht zurücknehmen: Seitdem wurde etwas gezeigt oder jemand hat gehandelt",
    ),
)
