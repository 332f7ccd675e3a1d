"""What people type, as it may stand on a page: one line, without signs that nobody sees.

Two of those are kept inside a word: they join the parts of an emoji (a family, an astronaut)
and letters of some scripts. And what Python does not know yet may be an emoji that is newer.
"""

import re
import unicodedata

JOINERS = "\u200c\u200d"
LOOSE = re.compile(rf"(?<!\S)[{JOINERS}]+|[{JOINERS}]+(?!\S)")  # join nothing, and are not seen


def one_line(typed: str) -> str:
    """Without line breaks, controls and anything that turns the direction of reading."""
    return " ".join(LOOSE.sub("", "".join(c if _stays(c) else " " for c in typed)).split())


def _stays(c: str) -> bool:
    kind = unicodedata.category(c)
    return c in JOINERS or kind == "Cn" or kind[0] not in "CZ"
