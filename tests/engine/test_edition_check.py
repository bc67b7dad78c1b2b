"""Every mistake in an edition's file is named with its key and line; only what can't be played with is refused."""

import pytest

from engine.era.edition import Finding, check_edition, house, read_edition
from engine.errors import GameError, UnreadableEdition

from .editions import HOUSE, changed, line_of, without

LINES = HOUSE.splitlines()
TELEPHONE = line_of("telephone-1")


def only_finding(text: str) -> Finding:
    """The one thing that is wrong."""
    (finding,) = check_edition(text)
    return finding


def line_number(start: str) -> int:
    return LINES.index(line_of(start)) + 1


@pytest.mark.parametrize(
    ("start", "old", "new", "key", "words"),
    [
        ("steam-engine.original", "cost = 4", 'cost = ""', "field.steam-engine.original.cost", "filled in"),
        ("steam-engine.original", "cost = 4, ", "", "field.steam-engine.original.cost", "filled in"),
        ("steam-engine.original", 'reward = "coins"', 'reward = ""', "field.steam-engine.original.reward", "filled in"),
        ("car-copy", "cost = { wild = 4, coal = 2 }", "cost = {}", "card.car-copy.cost", "filled in"),
        ("bank-3", 'source = "stand-in"', 'source = ""', "factory.bank-3.source", "filled in"),
        ("44", '"tools"', '""', "influence.44.gives", "filled in"),
    ],
)
def test_a_missing_value_is_named(start: str, old: str, new: str, key: str, words: str) -> None:
    finding = only_finding(changed(line_of(start), line_of(start).replace(old, new)))
    assert (finding.kind, finding.key, finding.line) == ("missing", key, line_number(start))
    assert words in finding.words


@pytest.mark.parametrize(
    ("start", "key"),
    [
        ("5 = ", "patent.5"),
        ("camera.technical", "field.camera.technical"),
        ("gramophone-2", "card.gramophone-2"),
    ],
)
def test_a_missing_entry_is_named(start: str, key: str) -> None:
    finding = only_finding(without(start))
    assert (finding.kind, finding.key) == ("missing", key)
    # The table's heading, since the line itself is not there.
    assert finding.line == LINES.index(f"[{key.partition('.')[0]}]") + 1


def test_a_missing_entry_that_the_rulebook_tells() -> None:
    assert str(only_finding(without("7 = "))) == (
        f"line {LINES.index('[influence]') + 1}, influence.7: is not there, and the rulebook tells gives metal"
    )


def test_an_entry_that_is_there_but_empty_is_one_finding() -> None:
    finding = only_finding(changed(line_of("7 = "), "7 = {}"))
    assert (finding.kind, finding.key, finding.line) == ("missing", "influence.7", line_number("7 = "))


def test_none_of_a_kind_may_be_written_as_0() -> None:
    # The telephone's cards are among them: with nothing more than the rulebook tells, they do not contradict it.
    text = HOUSE.replace("profit = { influence = 3 }", "profit = { influence = 3, coins = 0 }")
    assert text.count("coins = 0 }") >= 3
    assert check_edition(text) == ()
    assert read_edition(text) == house()


def test_a_field_or_a_patent_may_give_no_influence() -> None:
    assert check_edition(HOUSE.replace("influence = 9, reward", "influence = 0, reward")) == ()
    assert check_edition(HOUSE.replace("coins = 5, influence = 3", "coins = 0, influence = 0")) == ()


def test_a_start_card_and_a_factory_too_few() -> None:
    assert "11 of 12" in only_finding(without("light-bulb")).words
    assert "24 of 25" in only_finding(without("bank-1")).words


def test_without_the_starting_factory_another_does_not_stand_for_it() -> None:
    text = changed(line_of("starting-factory"), line_of("bank-1").replace("bank-1", "bank-4"))
    assert only_finding(text).key == "factory.starting-factory"


def test_a_ship_or_warehouse_for_each_resource_setup_5() -> None:
    text = without("metal-ship").replace(line_of("metal-warehouse") + "\n", "")
    assert only_finding(text).words == "no ship or warehouse has metal"


@pytest.mark.parametrize(
    ("start", "old", "new", "key", "clause"),
    [
        # A field of 8 could never be developed: 7 development is the most in an action.
        ("airplane.technical", "cost = 7", "cost = 8", "field.airplane.technical.cost", "DEV-2"),
        ("airplane.technical", "cost = 7", "cost = 0", "field.airplane.technical.cost", "DEV-2"),
        ("airplane.technical", "cost = 7", "cost = true", "field.airplane.technical.cost", "DEV-2"),
        ("airplane.technical", "cost = 7", "cost = 7.0", "field.airplane.technical.cost", "DEV-2"),
        ("airplane.technical", "cost = 7", 'cost = "7"', "field.airplane.technical.cost", "DEV-2"),
        ("airplane.technical", "influence = 9", "influence = -1", "field.airplane.technical.influence", ""),
        ("airplane.technical", "influence = 9", "influence = 21", "field.airplane.technical.influence", ""),
        ("airplane.technical", '"influence"', '"development"', "field.airplane.technical.reward", "MAKE-3"),
        ("airplane.technical", 'source = "stand-in"', 'source = "me"', "field.airplane.technical.source", ""),
        ("airplane.technical", "cost = 7", "cost = 7, colour = 1", "field.airplane.technical.colour", ""),
        ("airplane-1", "tools = 2", "wood = 2", "card.airplane-1.cost.wood", "MAKE-1"),
        ("airplane-1", "tools = 2", "wild = 2", "card.airplane-1.cost.wild", "MAKE-1"),
        ("airplane-1", "influence = 6", "wood = 1, influence = 6", "card.airplane-1.profit.wood", "MAKE-1"),
        ("airplane-1", "influence = 6", "influence = 0", "card.airplane-1.profit", "MAKE-1"),
        ("airplane-copy", "wild = 5", "wild = 0", "card.airplane-copy.cost", "MAKE-2"),
        ("airplane-copy", "coal = 2", "metal = 2", "card.airplane-copy.cost.metal", "MAKE-2"),
        ("bank-3", "coal = 2", "tools = 2", "factory.bank-3.cost.tools", "BUILD-1"),
        ("bank-3", "influence = 0", "influence = 2", "factory.bank-3.influence", "BUILD-2"),
        ("bank-3", "amount = 3", "amount = 0", "factory.bank-3.amount", ""),
        ("bank-3", '"coins"', '"influence"', "factory.bank-3.output", "PRODUCE-1"),
        ("bank-3", line_of("bank-3").partition(" = ")[2], "[]", "factory.bank-3", ""),
        ("bank-3", "{ wood = 3, coal = 2 }", "5", "factory.bank-3.cost", ""),
        ("bank-3", "bank-3", "Bank", "factory.Bank", ""),
        ("bank-3", "bank-3", "light-bulb", "factory.light-bulb", ""),
        ("bank-3", "bank-3", "telephone-1", "factory.telephone-1", ""),
        ("wood-ship", '"ship"', '"cart"', "load.wood-ship.kind", "BUY-1"),
        ("wood-ship", '"wood"', '"coins"', "load.wood-ship.resource", "SETUP-5"),
        ("44 = ", '"tools"', '"development"', "influence.44.gives", "SYM-1"),
        ("44 = ", "44", "044", "influence.044", ""),
        ("44 = ", "44", "0", "influence.0", ""),
        ("name", '"house"', '"My House"', "name", ""),
    ],
)
def test_an_impossible_value_is_named(start: str, old: str, new: str, key: str, clause: str) -> None:
    line = line_of(start)
    assert old in line
    finding = next(found for found in check_edition(changed(line, line.replace(old, new))) if found.key == key)
    assert (finding.kind, finding.line) == ("impossible", line_number(start))
    assert clause in finding.words


@pytest.mark.parametrize(
    ("table", "key"),
    [
        ("[inventions]", "inventions"),
        ("[field.zeppelin]\noriginal = {}", "field.zeppelin"),
        ("[field.car.golden]", "field.car.golden"),
        ("[card.car-3]", "card.car-3"),
        ("[patent.7]", "patent.7"),
    ],
)
def test_what_is_not_known_is_named(table: str, key: str) -> None:
    finding = only_finding(f"{HOUSE}\n{table}\n")
    assert (finding.kind, finding.key) == ("impossible", key)


@pytest.mark.parametrize(
    ("start", "old", "new", "key", "told"),
    [
        ("sewing-machine.original", "cost = 1", "cost = 2", "field.sewing-machine.original.cost", "tells 1"),
        ("telephone-2", "coal = 2", "coal = 3", "card.telephone-2.cost", "1 metal, 1 technology, 1 tools, 2 coal"),
        ("cash-register-1", "influence = 2", "coins = 3", "card.cash-register-1.profit", "tells 2 influence"),
        ("2 = ", "coins = 2", "coins = 3", "patent.2.coins", "tells 2"),
        ("9 = ", '"coins"', '"tools"', "influence.9.gives", "tells coins"),
        ("starting-factory", "amount = 1", "amount = 2", "factory.starting-factory.amount", "tells 1"),
        ("bank-3", '"stand-in"', '"rulebook"', "factory.bank-3.source", "does not tell"),
        ("coal-warehouse-2", '"coal"', '"wood"', "load", "several coal warehouses"),
    ],
)
def test_what_contradicts_the_rulebook_is_named_but_can_be_played(
    start: str, old: str, new: str, key: str, told: str
) -> None:
    line = line_of(start)
    text = changed(line, line.replace(old, new))
    finding = only_finding(text)
    assert (finding.kind, finding.key) == ("contradicts", key)
    assert told in finding.words
    assert read_edition(text).name == "house"


def test_a_card_too_many_is_not_taken_into_a_game() -> None:
    text = changed(line_of("light-bulb"), line_of("light-bulb") + "\n" + line_of("light-bulb").replace("bulb", "house"))
    finding = only_finding(text)
    assert (finding.kind, finding.key, finding.line) == ("impossible", "start", LINES.index("[start]") + 1)
    assert finding.words == "13 cards are too many, the game has 12"


def test_all_mistakes_are_named_at_once_in_the_order_of_lines() -> None:
    text = HOUSE.replace("cost = 7", "cost = 9").replace("wild = 4", "wild = -4").replace('name = "house"', "")
    assert [finding.key for finding in check_edition(text)] == [
        "name", "field.airplane.technical.cost", "card.car-copy.cost.wild", "card.car-copy.cost",
    ]  # fmt: skip


def test_what_is_missing_or_impossible_is_refused_for_play_with_all_of_it_said() -> None:
    text = HOUSE.replace("cost = 7", "cost = 9").replace('name = "house"', "")
    with pytest.raises(UnreadableEdition, match=r"name: the edition has no name; .*airplane\.technical\.cost: 9"):
        read_edition(text)


@pytest.mark.parametrize(
    "text", ["name =", "]", b"\xff", "a = 1\na = 2", "a = " + "[" * 2000, "a = " + "1" * 5000, "a = 1e", "a = 1-2-3"]
)
def test_what_is_no_toml_is_unreadable(text: str | bytes) -> None:
    for ask in (read_edition, check_edition):
        with pytest.raises(UnreadableEdition, match="no TOML"):
            ask(text)


@pytest.mark.parametrize("value", ["0x" + "f" * 5000, ".".join("a" * 3000) + " = 1", '"' + "\\u2028" * 90 + '"'])
def test_what_is_found_is_said_in_few_printable_characters(value: str) -> None:
    table = value if "=" in value else f"name = {value}"
    for finding in check_edition(table):
        assert len(str(finding)) < 250
        assert str(finding).isprintable()


def test_the_id_tells_numbers_apart_and_nothing_else() -> None:
    assert read_edition(HOUSE.replace("stand-in", "owner").replace("# ", "## ")).id == house().id
    renamed = read_edition(HOUSE.replace('name = "house"', 'name = "attic"')).id
    assert renamed.partition(":")[2] == house().id.partition(":")[2]
    assert read_edition(HOUSE.replace("cost = 7", "cost = 6")).id != house().id


def test_an_unreadable_edition_is_one_of_our_errors_and_a_value_error() -> None:
    assert issubclass(UnreadableEdition, GameError)
    assert issubclass(UnreadableEdition, ValueError)


def test_an_entry_may_be_written_as_a_table_of_its_own() -> None:
    values = line_of("airplane.technical").partition(" = ")[2].strip("{ }").split(", ")
    own_table = "\n[field.airplane.technical]\n" + "\n".join(values) + "\n"
    text = without("airplane.technical") + own_table
    assert read_edition(text) == house()
    finding = only_finding(text.replace("cost = 7", "cost = 8"))
    # Counted from the end: the table's heading is followed by cost, influence, reward, amount and source.
    assert (finding.key, finding.line) == ("field.airplane.technical.cost", len(text.splitlines()) - 4)


def test_an_entry_that_is_no_table_is_one_finding() -> None:
    assert only_finding(changed(line_of("bank-3"), "bank-3 = 5")).words == "5 is no table"
