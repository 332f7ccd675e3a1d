"""What must be true of every game with hidden information, beyond the conformance suite."""

import pytest

from pyramidion.engine import OVER, calls, clone
from tests.cases import Case, all_cases
from tests.walks import hidden, legal, positions

pytestmark = pytest.mark.parametrize(
    "case", [case for case in all_cases() if case.face.hidden], ids=str
)


def test_the_log_tells_a_seat_exactly_what_its_hidden_record_tells(case: Case) -> None:
    """Two actions look alike in a seat's log if and only if they leave it with the same record."""
    for s in positions(case, seed=12, count=60):
        if calls.actor(s) == OVER:
            continue
        for seat in range(case.players):
            told: dict[str, bytes] = {}
            stories: dict[bytes, object] = {}
            reached: set[bytes] = set()
            for action in legal(s):
                after = clone(s)
                calls.play(after, action)
                if after.tobytes() in reached:
                    continue  # another way to the very same position keeps nothing secret
                reached.add(after.tobytes())
                record = hidden(after, seat).tobytes()
                assert told.setdefault(case.face.shown(s, action, seat), record) == record
                story = case.face.tell(s, action, seat)
                assert stories.setdefault(record, story) == story
            if calls.actor(s) != seat:
                assert len(set(told.values())) == len(told)
