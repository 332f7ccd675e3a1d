"""Every text of the frame, in every language. A key without both does not pass the tests."""

from __future__ import annotations

from typing import Any

from pyramidion.games.face import Words

LANGUAGES = {"en": "English", "de": "Deutsch"}


def in_language(words: Words, language: str) -> str:
    """One of the languages."""
    return words.de if language == "de" else words.en


def text(key: str, language: str, **fields: Any) -> str:
    """A text by its key, with its fields filled in."""
    return in_language(TEXTS[key], language).format(**fields)


def filled(key: str, **fields: Any) -> Words:
    """A text by its key in every language, with its fields filled in."""
    words = TEXTS[key]
    return Words(words.en.format(**fields), words.de.format(**fields))


def pick_language(cookie: str | None, accepted: str | None) -> str:
    """What was chosen here, else what the browser prefers, else English."""
    if cookie in LANGUAGES:
        return str(cookie)
    wanted: list[tuple[float, str]] = []
    for part in (accepted or "")[:200].split(","):
        tag, _, weight = part.strip().partition(";q=")
        try:
            wanted.append((float(weight or 1), tag[:2].lower()))
        except ValueError:
            continue
    for value, tag in sorted(wanted, key=lambda pair: -pair[0]):
        if tag in LANGUAGES and value > 0:
            return tag
    return "en"


TEXTS = {
    # the frame
    "title": Words("Pyramidion", "Pyramidion"),
    "tagline": Words("Five pyramid games, one table", "Fünf Pyramidenspiele, ein Tisch"),
    "home": Words("All games", "Alle Spiele"),
    "skip": Words("Skip to the content", "Zum Inhalt springen"),
    "rules": Words("Rules", "Regeln"),
    "drawing": Words("A drawn example", "Ein gezeichnetes Beispiel"),
    "language": Words("Language", "Sprache"),
    "theme": Words("Light or dark", "Hell oder dunkel"),
    "theme_light": Words("Light", "Hell"),
    "theme_dark": Words("Dark", "Dunkel"),
    "theme_auto": Words("As the device", "Wie das Gerät"),
    "unofficial": Words(
        "An unofficial project of players for players. The games are their designers’; "
        "words, drawings and code are ours.",
        "Ein inoffizielles Projekt von Spielern für Spieler. Die Spiele gehören ihren Autoren; "
        "Worte, Zeichnungen und Programm sind unsere eigenen.",
    ),
    "for_programs": Words("For programs", "Für Programme"),
    # home
    "by": Words("by {designer}", "von {designer}"),
    "players": Words("{players} players", "{players} Spieler"),
    "minutes": Words("{minutes} min", "{minutes} Min."),
    "play_now": Words("Play now", "Jetzt spielen"),
    "set_up": Words("Set up a table", "Tisch aufbauen"),
    "learn": Words("Learn", "Lernen"),
    "number_of_players": Words("Players", "Spieler"),
    "level": Words("Level of the bots", "Stufe der Bots"),
    "preparing": Words(
        "First start: the games are being prepared ({done} of {all})",
        "Erster Start: Die Spiele werden vorbereitet ({done} von {all})",
    ),
    "preparing_game": Words("is being prepared …", "wird vorbereitet …"),
    "your_tables": Words("Your tables", "Deine Tische"),
    "no_tables": Words(
        "Nothing yet. A table that you sit at stays here until you come back.",
        "Noch keiner. Ein Tisch, an dem du sitzt, bleibt hier, bis du wiederkommst.",
    ),
    "yours_to_act": Words("your turn", "du bist dran"),
    "running": Words("in play", "läuft"),
    "finished": Words("finished", "beendet"),
    # setting up
    "set_up_game": Words("Set up: {game}", "Aufbauen: {game}"),
    "how_many": Words("How many play?", "Wie viele spielen?"),
    "who_sits": Words("Who sits where?", "Wer sitzt wo?"),
    "begins": Words("begins", "beginnt"),
    "seat_here": Words("A person here", "Jemand hier"),
    "seat_link": Words("A person by link", "Jemand per Link"),
    "seat_bot": Words("Bot: {level}", "Bot: {level}"),
    "seat_kind": Words("Who takes seat {number}", "Wer nimmt Platz {number}"),
    "seat_name": Words("Name at seat {number}", "Name auf Platz {number}"),
    "name": Words("Name", "Name"),
    "options": Words("Variant and options", "Variante und Optionen"),
    "yes": Words("yes", "ja"),
    "no": Words("no", "nein"),
    "as_usual": Words("as usual", "wie üblich"),
    "allowed": Words("Allowed: {allowed}", "Erlaubt: {allowed}"),
    "start": Words("Sit down", "Platz nehmen"),
    "bad_option": Words("{option} must be: {allowed}", "{option} muss sein: {allowed}"),
    "bad_seats": Words(
        "Every seat needs somebody: a person here, a person by link, or a bot",
        "Jeder Platz braucht jemanden: jemand hier, jemand per Link oder ein Bot",
    ),
    "no_game": Words("There is no such game here", "Dieses Spiel gibt es hier nicht"),
    "bad_players": Words("{game} is for {players} players", "{game} ist für {players} Spieler"),
    # joining
    "join_game": Words("Join: {game}", "Mitspielen: {game}"),
    "join_words": Words(
        "You are invited to seat {number}. How shall we call you?",
        "Du bist auf Platz {number} eingeladen. Wie sollen wir dich nennen?",
    ),
    "taken_words": Words(
        "Somebody sits here already. Take the seat only if that is you, on one more device.",
        "Hier sitzt schon jemand. Nimm den Platz nur, wenn du das bist, auf einem weiteren Gerät.",
    ),
    "watch": Words("Only watch", "Nur zuschauen"),
    # the table
    "seat": Words("Seat {number}", "Platz {number}"),
    "you": Words("you", "du"),
    "bot_of_level": Words("bot, {level}", "Bot, {level}"),
    "waiting_for": Words("has not come yet", "ist noch nicht da"),
    "here": Words("at the table", "am Tisch"),
    "away": Words("away", "nicht da"),
    "to_act": Words("to move", "am Zug"),
    "your_turn": Words("Your turn", "Du bist dran"),
    "waits_bot": Words("{name} is thinking …", "{name} überlegt …"),
    "waits_person": Words("{name} is to move", "{name} ist am Zug"),
    "waits_open": Words(
        "Waiting for seat {number}: send the link", "Warten auf Platz {number}: Schick den Link"
    ),
    "you_win": Words("You win!", "Du gewinnst!"),
    "you_lose": Words("{name} wins. Another game?", "{name} gewinnt. Noch eine Partie?"),
    "wins": Words("{name} wins", "{name} gewinnt"),
    "share": Words("{names} share the win", "{names} teilen sich den Sieg"),
    "draw": Words("A draw", "Unentschieden"),
    "and": Words("and", "und"),
    "points": Words("{points} points", "{points} Punkte"),
    "board": Words("The board", "Das Spielfeld"),
    "panel": Words("Your choices", "Deine Möglichkeiten"),
    "seats": Words("At the table", "Am Tisch"),
    "log": Words("What happened", "Was geschah"),
    "log_cut": Words("… {number} earlier steps", "… {number} frühere Schritte"),
    "hint": Words("Hint", "Tipp"),
    "undo": Words("Take back", "Zurücknehmen"),
    "steps": Words("Show it step by step", "Schritt für Schritt zeigen"),
    "skip_steps": Words("Skip", "Überspringen"),
    "rematch": Words("Play again", "Noch einmal"),
    "rematch_ready": Words(
        "The same people play again: to the new table", "Es geht noch einmal los: zum neuen Tisch"
    ),
    "since": Words("Since my last move", "Seit meinem letzten Zug"),
    # people in different places
    "seat_menu": Words("Your seat …", "Dein Platz …"),
    "seat_menu_words": Words(
        "You can play on another device, pass the seat on to somebody else, or let a bot play "
        "until you are back.",
        "Du kannst auf einem anderen Gerät weiterspielen, den Platz weitergeben oder einen Bot "
        "spielen lassen, bis du zurück bist.",
    ),
    "device": Words("Play on another device", "Auf einem anderen Gerät spielen"),
    "device_words": Words(
        "Open this link on your other device. You keep the seat here, too.",
        "Öffne diesen Link auf deinem anderen Gerät. Den Platz behältst du auch hier.",
    ),
    "pass_on": Words("Pass the seat on", "Den Platz weitergeben"),
    "pass_words": Words(
        "Whoever takes the seat by this link has it instead of you.",
        "Wer den Platz über diesen Link nimmt, hat ihn statt deiner.",
    ),
    "passed_words": Words("{name} passes the seat on to you.", "{name} gibt dir den Platz weiter."),
    "let_bot": Words("Let a bot play", "Einen Bot spielen lassen"),
    "let_bot_open": Words("A bot plays until they come", "Ein Bot spielt, bis jemand kommt"),
    "come_back": Words("I am back", "Ich bin zurück"),
    "stands_in": Words("a bot stands in ({level})", "ein Bot springt ein ({level})"),
    "stands_in_for_you": Words(
        "A bot plays for you until you are back", "Ein Bot spielt für dich, bis du zurück bist"
    ),
    "watch_link": Words("Link for spectators", "Link für Zuschauer"),
    "watch_words": Words(
        "Whoever opens this link watches, and sees what everybody may see.",
        "Wer diesen Link öffnet, schaut zu und sieht, was alle sehen dürfen.",
    ),
    "qr": Words("The link as a QR code", "Der Link als QR-Code"),
    # clocks
    "clock": Words("Clock", "Uhr"),
    "clock_none": Words("none: everybody takes their time", "keine: Alle lassen sich Zeit"),
    "clock_move": Words("{seconds} seconds a move", "{seconds} Sekunden je Zug"),
    "clock_game": Words(
        "{minutes} minutes a game + {increment} s a move",
        "{minutes} Minuten je Partie + {increment} s je Zug",
    ),
    "clock_days": Words("days a move: {days}", "Tage je Zug: {days}"),
    "clock_words": Words(
        "When the time runs out, a bot moves until the person is back. It starts when all have "
        "come or a bot plays for them.",
        "Ist die Zeit um, zieht ein Bot, bis der Mensch zurück ist. Sie läuft, sobald alle da "
        "sind oder ein Bot für sie spielt.",
    ),
    "time_short": Words("{seconds} seconds left", "Noch {seconds} Sekunden"),
    "time_of": Words("Time of {name}", "Zeit von {name}"),
    "due_at": Words("until {time}", "bis {time}"),
    "bad_clock": Words(
        "A clock is: move and 5 to 3600 seconds (move 30), game and 1 to 180 minutes with 0 to 120 "
        "seconds (game 10+5), or days and 1 to 30 (days 2)",
        "Eine Uhr ist: move und 5 bis 3600 Sekunden (move 30), game und 1 bis 180 Minuten mit 0 "
        "bis 120 Sekunden (game 10+5) oder days und 1 bis 30 (days 2)",
    ),
    # chat
    "chat": Words("Chat", "Plauderei"),
    "chat_at": Words("Chat of the table", "Plauderei am Tisch"),
    "chat_on": Words("with chat", "mit Plauderei"),
    "chat_off": Words("without chat", "ohne Plauderei"),
    "chat_say": Words("Say something", "Etwas sagen"),
    "chat_send": Words("Send", "Senden"),
    "chat_heard": Words("{name}: “{said}”", "{name}: „{said}“"),
    "chat_new": Words("{number} new", "{number} neu"),
    "chat_is_off": Words("There is no chat at this table", "An diesem Tisch wird nicht geplaudert"),
    "chat_bad": Words(
        "A line of chat has 1 to {most} characters", "Eine Zeile hat 1 bis {most} Zeichen"
    ),
    "invite": Words("Link for this seat", "Link für diesen Platz"),
    "invite_words": Words(
        "Whoever opens this link takes the seat. Send it to one person only.",
        "Wer diesen Link öffnet, nimmt den Platz ein. Schick ihn nur einer Person.",
    ),
    "copy": Words("Copy", "Kopieren"),
    "copied": Words("Copied", "Kopiert"),
    "close": Words("Close", "Schließen"),
    "cancel": Words("Cancel", "Abbrechen"),
    "cover": Words("{name}, it is your turn", "{name}, du bist dran"),
    "cover_words": Words("Nobody else should look now.", "Jetzt soll niemand sonst hinsehen."),
    "ready": Words("I am {name}: show my cards", "Ich bin {name}: Karten zeigen"),
    "hint_thinking": Words("The bot is thinking …", "Der Bot überlegt …"),
    "hint_is": Words("A good idea: {move}. {proved}", "Eine gute Idee: {move}. {proved}"),
    "proved_won": Words(
        "Proved: you can force a win. It is won by {won}; lost by {lost}; open: {open}",
        "Bewiesen: Du kannst den Sieg erzwingen. Es gewinnt {won}; es verliert {lost}; "
        "offen: {open}",
    ),
    "proved_lost": Words(
        "Proved: against perfect play every move loses",
        "Bewiesen: Gegen fehlerloses Spiel verliert jeder Zug",
    ),
    "proved_open": Words(
        "Nobody has proved this position yet. Known to lose: {lost}; open: {open}",
        "Diese Stellung ist noch unbewiesen. Sicher verloren: {lost}; offen: {open}",
    ),
    "lost": Words("No connection. Trying again …", "Keine Verbindung. Neuer Versuch …"),
    "offline": Words(
        "No connection. Try again in a moment.",
        "Keine Verbindung. Versuch es gleich noch einmal.",
    ),
    "failed": Words("That did not work", "Das hat nicht geklappt"),
    "rule": Words("Rule {rule}", "Regel {rule}"),
    "help_keys": Words(
        "Arrow keys choose, with Shift they look at anything; Enter plays, Escape takes back.",
        "Pfeiltasten wählen, mit Umschalt sehen sie alles an; Enter spielt, Escape nimmt zurück.",
    ),
    "needs_script": Words(
        "Playing needs JavaScript. It is one small file from this very server.",
        "Zum Spielen braucht es JavaScript: eine kleine Datei von genau diesem Server.",
    ),
    # replays
    "replay": Words("Replay", "Nachspielen"),
    "replay_of": Words("Replay: {game}", "Nachspielen: {game}"),
    "replay_start": Words("The beginning", "Der Anfang"),
    "replay_first": Words("To the beginning", "Zum Anfang"),
    "replay_back": Words("A step back", "Ein Schritt zurück"),
    "replay_forward": Words("A step on", "Ein Schritt weiter"),
    "replay_last": Words("To the end", "Zum Ende"),
    "replay_play": Words("Let it run", "Ablaufen lassen"),
    "replay_pause": Words("Pause", "Anhalten"),
    "replay_slider": Words("Where in the game", "Stelle der Partie"),
    "replay_step": Words("Move {at} of {all}", "Zug {at} von {all}"),
    "replay_eyes": Words("Whose eyes", "Wessen Augen"),
    "replay_all": Words("All hands", "Alle Hände"),
    "replay_as": Words("As {name} saw it", "Wie {name} es sah"),
    "replay_hand": Words("{name}: the hand", "{name}: die Hand"),
    "replay_link": Words("Copy the link to this position", "Link zu dieser Stellung kopieren"),
    "replay_download": Words("Download the record", "Aufzeichnung herunterladen"),
    "replay_table": Words("To the table", "Zum Tisch"),
    "replay_keys": Words(
        "Arrow keys step, Home and End jump, Space lets it run.",
        "Pfeiltasten gehen Schritt für Schritt, Pos1 und Ende springen, Leertaste lässt es laufen.",
    ),
    "curve": Words("Chances to win", "Siegchancen"),
    "curve_words": Words(
        "A bot looks at every decision again: who was ahead, and where it turned.",
        "Ein Bot sieht sich jede Entscheidung noch einmal an: wer vorn lag und wo es kippte.",
    ),
    "curve_ask": Words("Look at it again", "Noch einmal ansehen"),
    "curve_working": Words("{done} of {total} decisions", "{done} von {total} Entscheidungen"),
    "turns": Words("Where it turned", "Wo es kippte"),
    "turn": Words("Move {number}: {deed}", "Zug {number}: {deed}"),
    "turn_fell": Words(
        "{name}’s chance to win fell from {before} % to {after} %",
        "Die Siegchance von {name} fiel von {before} % auf {after} %",
    ),
    "turn_better": Words("better: {moves}", "besser: {moves}"),
    "no_turns": Words("No single move turned the game.", "Kein einzelner Zug gab den Ausschlag."),
    "bring": Words("Replay a record", "Eine Aufzeichnung nachspielen"),
    "bring_words": Words(
        "A record is the file that every finished game offers for download. Choose it, or paste "
        "it here. It is kept under a link that cannot be guessed.",
        "Eine Aufzeichnung ist die Datei, die jede beendete Partie zum Herunterladen anbietet. "
        "Wähl sie aus oder füg sie hier ein. Sie liegt dann unter einem Link, den niemand errät.",
    ),
    "bring_file": Words("The file", "Die Datei"),
    "bring_text": Words("Or its text", "Oder ihr Text"),
    "record_no_json": Words(
        "That is no record: it is no JSON, or it was cut off",
        "Das ist keine Aufzeichnung: Es ist kein JSON, oder es wurde abgeschnitten",
    ),
    "record_long": Words(
        "A record has at most {most} moves here",
        "Eine Aufzeichnung hat hier höchstens {most} Züge",
    ),
    "record_stops": Words(
        "The record goes wrong at move {number}, {move}: {reason}",
        "Die Aufzeichnung stimmt ab Zug {number} nicht, {move}: {reason}",
    ),
    "record_bad": Words("That is no record: {reason}", "Das ist keine Aufzeichnung: {reason}"),
    # errors
    "oops": Words("That leads nowhere", "Hier geht es nicht weiter"),
    "not_found": Words(
        "There is no such page. Perhaps the link was cut off",
        "Diese Seite gibt es nicht. Vielleicht wurde der Link abgeschnitten",
    ),
    "not_understood": Words(
        "What was sent could not be understood", "Das Gesendete war nicht zu verstehen"
    ),
    "our_fault": Words(
        "Something broke here, not at your side. The match is safe",
        "Hier ist etwas kaputtgegangen, nicht bei dir. Die Partie ist sicher",
    ),
}
