"""The table in the browser: seats, storage, pages, events. Knows no game's rules."""
