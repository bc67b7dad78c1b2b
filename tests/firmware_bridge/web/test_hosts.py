"""Names and addresses: who may call the table by what, and which of them is this machine itself."""

import pytest

from firmware_bridge.web.hosts import (
    Hosts,
    as_url,
    calls_this_machine_itself,
    is_loopback,
    neighbourhood,
    origin_fits,
    outside_name,
)

HOSTS = Hosts("192.0.2.1", ["Table.Example"], machine="pi")


@pytest.mark.parametrize(
    ("host", "reached"),
    [
        ("localhost", "127.0.0.1"),
        ("localhost:8080", "127.0.0.1"),
        ("LOCALHOST:8080", "127.0.0.1"),
        ("127.0.0.1:8080", "127.0.0.1"),
        ("[::1]:8080", "::1"),
        ("192.0.2.1:8080", "192.0.2.1"),
        ("192.0.2.5", "192.0.2.5"),  # where it listens on all addresses
        ("192.0.2.5", "::ffff:192.0.2.5"),
        ("pi:8080", "192.0.2.1"),
        ("pi.local", "192.0.2.1"),
        ("table.example:8080", "192.0.2.1"),
        ("table.example.:8080", "192.0.2.1"),
    ],
)
def test_names_of_this_machine(host: str, reached: str) -> None:
    assert HOSTS.may_be(host, reached)


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8080", "localhost.evil.example", "pi.evil.example", "", None, "[", "192.0.2.6:8080",
     "127.0.0.1.evil.example", "127.1"],
)  # fmt: skip
def test_names_that_are_not_ours(host: str | None) -> None:
    assert not HOSTS.may_be(host, "127.0.0.1")


@pytest.mark.parametrize(
    ("origin", "host", "fits"),
    [
        ("http://localhost:8080", "localhost:8080", True),
        ("https://table.example", "table.example", True),
        ("HTTP://Table.Example", "table.example", True),
        (None, "localhost:8080", True),
        ("http://evil.example", "localhost:8080", False),
        ("http://localhost:3000", "localhost:8080", False),  # another server of this machine
        ("http://localhost", "localhost:8080", False),
        ("null", "localhost:8080", False),
        ("file://", "", False),
        ("ws://localhost:8080", "localhost:8080", False),
        ("", "localhost:8080", False),
    ],
)
def test_origins(origin: str | None, host: str, fits: bool) -> None:
    assert origin_fits(origin, host) is fits


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"])
def test_this_machine_itself(address: str) -> None:
    assert is_loopback(address)


@pytest.mark.parametrize("address", ["192.0.2.1", "::ffff:192.0.2.1", "fe80::1%wlan0", "localhost", "", "1270.0.1"])
def test_somebody_elses_machine(address: str) -> None:
    assert not is_loopback(address)


def test_phones_are_shown_an_address_that_they_reach() -> None:
    assert outside_name("192.0.2.1") == "192.0.2.1"
    assert outside_name("0.0.0.0") not in ("0.0.0.0", "")
    assert as_url("192.0.2.1", 8080) == "http://192.0.2.1:8080"
    assert as_url("2001:db8::1", 80) == "http://[2001:db8::1]:80"


@pytest.mark.parametrize(
    ("host", "reached"),
    [
        ("localhost:http", "127.0.0.1"),
        ("127.0.0.1:80; script-src *", "127.0.0.1"),
        ("localhost:٣", "127.0.0.1"),
        ("[::1]x", "::1"),
        ("127.0.0.1%; script-src *", "127.0.0.1"),
        ("[::1%; script-src *]:80", "::1"),
    ],
)
def test_nothing_stands_in_a_name_but_itself_and_the_number_of_a_port(host: str, reached: str) -> None:
    # The name is told back in the policy of a page, where more words would mean more leave.
    assert not HOSTS.may_be(host, reached)


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST.:8080", "127.0.0.1:8080", "[::1]:8080", "127.8.9.1"])
def test_a_name_that_means_the_machine_one_sits_at(host: str) -> None:
    assert calls_this_machine_itself(host)


@pytest.mark.parametrize(
    "host", ["table.example", "pi.local:8080", "192.0.2.1", "0.0.0.0", "localhost.example", "", None]
)
def test_a_name_that_one_may_call_from_elsewhere(host: str | None) -> None:
    assert not calls_this_machine_itself(host)


def test_a_household_picks_the_last_64_bits_of_its_addresses() -> None:  # RFC 7421
    assert neighbourhood("2001:db8:0:1::5") == neighbourhood("2001:db8:0:1:ffff::") == "2001:db8:0:1::/64"
    assert neighbourhood("2001:db8:0:2::5") != neighbourhood("2001:db8:0:1::5")
    assert neighbourhood("::ffff:192.0.2.7") == neighbourhood("192.0.2.7") == "192.0.2.7"
    assert neighbourhood("192.0.2.8") == "192.0.2.8"
    assert neighbourhood("") == ""
