"""Oh, Pharao!: trading, rule by rule."""

import pytest

import pyramidion
from pyramidion.match import Match
from tests.games.pharao.tables import hand, legal, play, refused, table

rule = pytest.mark.rule


def trading(*hands: str, offers: int = 5) -> Match:
    """A trade that seat 1 has begun with seat 2."""
    return play(table(*hands, offers_per_turn=offers), "trade 2")


@rule("O23")
def test_the_player_whose_turn_it_is_trades_with_anyone_who_has_cards() -> None:
    assert legal(table("1", "2", "3", "4", turn_of=1), "trade") == ["trade 1", "trade 3", "trade 4"]
    m = table("1", "2", "")
    assert legal(m, "trade") == ["trade 2"]
    assert refused(m, "trade 3") == "O23"
    assert refused(m, "trade 1") == "O23"
    assert refused(m, "trade 4") == "O23"
    assert legal(table("", "2", "3"), "trade") == []
    assert refused(table("", "2", "3"), "trade 2") == "O23"


@rule("O23")
def test_any_cards_change_hands_and_the_numbers_need_not_be_equal() -> None:
    m = trading("5 5 t", "j p 8", "3")
    play(m, "give 5", "give 5", "give t", "want j", "offer", "accept")
    assert (hand(m, 0), hand(m, 1)) == ("j", "5 5 8 t p")
    assert (m.actor, m.view()["stage"]) == (0, "act")


@rule("O23")
def test_an_offer_has_at_least_one_card_each_way_and_no_kind_on_both_sides() -> None:
    m = trading("5 6", "7 8", "3")
    assert sorted(m.legal) == ["cancel", "give 5", "give 6"]
    assert refused(m, "want 7") == "O23"
    assert refused(m, "offer") == "O23"
    play(m, "give 5")
    assert refused(m, "offer") == "O23"
    assert refused(m, "want 5") == "O23"
    assert legal(m, "want") == sorted(f"want {card}" for card in "12346789jtcp")
    play(m, "want 6")
    assert "offer" in m.legal


@rule("O24")
def test_gives_are_held_in_order_before_wants_and_at_most_four() -> None:
    m = trading("1 2 2 j p p", "7 7 7 7 7", "3")
    play(m, "give 2")
    assert legal(m, "give") == ["give 2", "give j", "give p"]
    assert refused(m, "give 1") == "O24"  # the order
    assert refused(m, "give 5") == "O24"  # not held
    play(m, "give 2")
    assert refused(m, "give 2") == "O24"  # not a third one
    play(m, "give p")
    assert legal(m, "give") == ["give p"]
    play(m, "give p")
    assert legal(m, "give") == []
    assert refused(m, "give p") == "O24"
    play(m, "want 7")
    assert refused(m, "give p") == "O24"
    assert refused(trading("1 1 1 1 1", "2", "3"), "give x") == "O24"


@rule("O24")
def test_four_is_the_most_that_can_be_given() -> None:
    m = trading("1 1 1 1 1", "7", "3")
    play(m, *["give 1"] * 4)
    assert legal(m, "give") == []
    assert refused(m, "give 1") == "O24"


@rule("O24")
def test_wants_are_any_kinds_in_order_no_more_than_the_other_has_and_at_most_four() -> None:
    m = trading("1", "2 3", "3")
    play(m, "give 1", "want 9")
    assert legal(m, "want") == ["want 9", "want c", "want j", "want p", "want t"]
    assert refused(m, "want 8") == "O24"
    play(m, "want 9")  # held or not
    assert sorted(m.legal) == ["cancel", "offer"]
    assert refused(m, "want 9") == "O24"
    assert refused(m, "want e") == "O24"
    m = trading("1", "2 2 2 2 2 2", "3")
    play(m, "give 1", *["want j"] * 4)  # even more than there are
    assert sorted(m.legal) == ["cancel", "offer"]
    assert refused(m, "want j") == "O24"


@rule("O24")
def test_the_partner_accepts_only_with_the_wanted_cards_in_hand() -> None:
    m = play(trading("1 2", "7 8", "3"), "give 1", "want 7", "want 7", "offer")
    assert (m.actor, sorted(m.legal)) == (1, ["counter", "decline"])
    assert refused(m, "accept") == "O24"
    m = play(trading("1 2", "7 7", "3"), "give 1", "want 7", "want 7", "offer")
    assert sorted(m.legal) == ["accept", "counter", "decline"]
    play(m, "decline")
    assert (m.actor, hand(m, 0), hand(m, 1)) == (0, "1 2", "7 7")


@rule("O24")
def test_a_counter_offer_gives_own_cards_wants_the_first_players_and_is_not_cancelled() -> None:
    m = play(trading("1 2", "7 8 9", "3"), "give 1", "want 7", "offer", "counter")
    assert (m.actor, sorted(m.legal)) == (1, ["give 7", "give 8", "give 9"])
    assert refused(m, "cancel") == "O24"
    play(m, "give 8")
    assert refused(m, "want 8") == "O23"
    play(m, "want 1", "want 2")
    assert m.legal == ["offer"]  # the first player has two cards
    play(m, "offer")
    assert (m.actor, sorted(m.legal)) == (0, ["accept", "decline"])
    assert refused(m, "counter") == "O24"  # one only
    play(m, "accept")
    assert (hand(m, 0), hand(m, 1), m.actor) == ("8", "1 2 7 9", 0)


@rule("O24")
def test_a_counter_offer_is_accepted_only_with_the_wanted_cards() -> None:
    m = play(trading("1 2", "7 8 9", "3"), "give 1", "want 7", "offer", "counter")
    play(m, "give 7", "want 9", "offer")
    assert (m.actor, m.legal) == (0, ["decline"])
    play(m, "decline")
    assert (m.actor, m.view()["stage"], hand(m, 1)) == (0, "act", "7 8 9")


@rule("O24")
def test_a_half_built_offer_is_open_to_all_and_shows_no_more_than_it_says() -> None:
    m = play(trading("1 1 5", "7 8", "3"), "give 1", "give 1")
    for seat in (1, 2, None):
        trade = m.view(seat)["trade"]
        assert (trade["from"], trade["to"], trade["gives"]) == (0, 1, ["1", "1"])
        assert not trade["complete"]
        assert m.view(seat)["known"][0] == ["1", "1"]  # that much is proved, and nothing else
    assert m.view(1)["legal"] is None
    assert "offer of seat 1 to seat 2: 1 1 for" in m.draw(2)
    play(m, "cancel")
    assert m.view()["trade"] is None


@rule("O24")
def test_being_able_to_accept_is_shown_to_nobody_else() -> None:
    seen = []
    for cards in ("7 8", "5 6"):
        m = play(table("1 2", cards, "3"), "trade 2", "give 1", "want 7", "offer")
        seen.append([m.view(0), m.view(2), m.view(), m.draw(0), m.log(0)])
    assert seen[0] == seen[1]
    assert m.view(1)["trade"]["you_can_accept"] is False


@rule("O25")
def test_each_trade_begun_uses_up_an_offer_and_a_counter_offer_does_not() -> None:
    m = table("1 2", "7 8", "3", offers_per_turn=2)
    play(m, "trade 2", "cancel", "trade 2", "give 1", "want 7", "offer", "counter")
    assert m.view()["offers"]["used"] == 2
    play(m, "give 7", "want 2", "offer", "decline")
    assert legal(m, "trade") == []
    assert refused(m, "trade 2") == "O25"


@rule("O25")
def test_the_same_offer_is_not_made_twice_in_a_turn_even_if_accepted() -> None:
    m = table("1 1 2", "7 7 8", "3")
    play(m, "trade 2", "give 1", "want 7", "offer", "accept")
    play(m, "trade 2", "give 1", "want 7")
    assert "offer" not in m.legal
    assert refused(m, "offer") == "O25"
    play(m, "want 7", "offer", "decline")  # another offer
    play(m, "trade 3", "give 1", "want 7", "offer", "decline")  # another partner
    play(m, "trade 2", "give 2", "want 7", "offer")  # other cards
    assert m.actor == 1


@rule("O25")
def test_a_new_turn_begins_with_no_offers_made() -> None:
    sevens = "1 1 1 1 1 1 1"
    m = table(sevens, "2 2 2 2 2 2 2", "3 3 3 3 3 3 3", offers_per_turn=1)
    play(m, "trade 2", "give 1", "want 7", "offer", "decline", "done", "discard nothing")
    for seat in (1, 2):
        play(m, "take pile", "*draw 9" if seat == 1 else "*draw 8", "done")
        play(m, "discard 9" if seat == 1 else "discard 8")
    assert m.view()["offers"] == {"used": 0, "limit": 1, "made": []}
    play(m, "take pile", "*draw t", "trade 2", "give 1", "want 7", "offer")
    assert m.actor == 1


@rule("O25")
def test_the_cancelled_offer_may_be_made_later() -> None:
    m = play(trading("1", "7", "3"), "give 1", "want 7", "cancel")
    play(m, "trade 2", "give 1", "want 7", "offer")
    assert m.actor == 1


@rule("O25")
def test_five_offers_a_turn_are_the_default_and_0_forbids_trading() -> None:
    assert pyramidion.new("pharao").view()["offers"]["limit"] == 5
    m = table("1", "2", "3", offers_per_turn=0)
    assert m.legal == ["done"]
    assert refused(m, "trade 2") == "O25"


@rule("O25")
def test_as_many_offers_as_the_option_allows_are_remembered() -> None:
    m = table("1 2 3 4 5 6", "7 7 7 7", "3", offers_per_turn=100)
    made = 0
    for give in "123456":
        for want in "789jtcp":
            for more in range(1, 3):
                if made < 84:
                    play(m, "trade 2", f"give {give}", *[f"want {want}"] * more, "offer", "decline")
                    made += 1
    play(m, "trade 2", "give 1", "want 7")
    assert "offer" not in m.legal  # the first of them, too


@rule("O25")
@pytest.mark.parametrize("value", [-1, 101, True, 5.0, "5", None])
def test_offers_per_turn_is_a_whole_number_from_0_to_100(value: object) -> None:
    with pytest.raises(pyramidion.OptionError, match="whole number from 0 to 100"):
        pyramidion.new("pharao", offers_per_turn=value)
