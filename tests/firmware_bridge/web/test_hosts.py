"""Names and addresses: who may call the table by what, and which of them is this machine itself."""

import pytest

from firmware_bridge.web.hosts import Hosts, as_url, is_loopback, origin_fits, outside_name

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
