"""The operator's PIN, and tables that have none; issue 9, who may do what."""

from pathlib import Path

from firmware_bridge.web.pins import Pins

from .rig import rig


def test_a_pin_makes_an_operator_wherever_it_is_entered(tmp_path: Path) -> None:
    with rig(tmp_path, pin="2718") as table:
        assert table.browser("127.0.0.1", local=True).hello()["role"] == "spectator"
        far = table.browser("192.0.2.9", local=False)
        assert far.hello(pin="2718")["role"] == "operator"
        assert far.hello(language="cs")["role"] == "operator"  # another language takes no role
        guesser = table.browser("192.0.2.66", local=False)
        for _ in range(5):
            assert guesser.say("hello", pin="0000")["why"] == "The PIN is wrong."
        assert guesser.last("welcome")["role"] == "spectator"
        # Five wrong ones a minute: then not even the right one counts, from this address.
        assert guesser.say("hello", pin="2718")["why"] == "Too many wrong PINs: wait a minute."
        assert table.browser("192.0.2.66", local=False).say("hello", pin="2718")["type"] == "refused"
        assert table.browser("192.0.2.67", local=False).hello(pin="2718")["role"] == "operator"
        assert far.say("hello", pin="wrong")["type"] == "refused"
        assert far.now("clocks", on=True)["type"] == "done"  # who was somebody stays that


def test_five_wrong_pins_a_minute() -> None:
    pins = Pins("2718")
    assert [pins.right("0000", "192.0.2.66", float(at)) for at in range(5)] == [False] * 5  # at 0 to 4 s
    assert [pins.blocked("192.0.2.66", at) for at in (5.0, 59.9, 60.1)] == [True, True, False]
    assert not pins.blocked("192.0.2.67", 5.0)
    assert pins.right("2718", "192.0.2.66", 61.0)
    assert not pins.right("", "192.0.2.66", 61.0)
    assert not Pins("").right("", "192.0.2.66", 0.0)  # where none is set none is right
    for number in range(5000):  # an attacker with many addresses takes no memory
        pins.right("0000", str(number), 62.0)
    assert len(pins._wrong) <= 1024


def test_who_has_many_addresses_of_ipv6_has_five_guesses_all_the_same() -> None:
    pins = Pins("2718")
    for number in range(5):
        pins.right("0000", f"2001:db8:0:1::{number}", float(number))
    assert pins.blocked("2001:db8:0:1:dead:beef:0:1", 5.0)
    assert not pins.blocked("2001:db8:0:2::1", 5.0)


def test_a_real_table_has_no_hands_to_be_asked(tmp_path: Path) -> None:
    with rig(tmp_path, simulated=False) as table:
        operator = table.operator()
        assert operator.last("welcome")["simulated"] is False
        assert operator.say("bench.noise", on=True)["type"] == "refused"
