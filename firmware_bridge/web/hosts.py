"""Under which names a browser may call this machine, and where a browser is: what keeps foreign pages out.

A page of another site can make a browser of this network send requests here. It can't choose what `Host` and `Origin`
say: a name that is not ours is refused (DNS rebinding), and so is a socket that was opened by a page from elsewhere.
"""

import fcntl
import ipaddress
import socket
import struct
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

LOOPBACK_NAMES: Final = ("localhost",)
ALL_ADDRESSES: Final = ("0.0.0.0", "::", "")
_SIOCGIFADDR: Final = 0x8915
"""Asks a network interface for its IPv4 address: netdevice(7)."""


class Hosts:
    """host: what the server listens on; further: names that the config adds; machine: the machine's own."""

    def __init__(self, host: str, further: Iterable[str] = (), machine: str | None = None) -> None:
        own = socket.gethostname() if machine is None else machine
        names = (*LOOPBACK_NAMES, host, own, f"{own}.local", *further)
        self._names = frozenset(name.lower().rstrip(".") for name in names if name)

    def may_be(self, host: str | None, reached: str | None) -> bool:
        """Whether a request's `Host` is this machine; reached: the address of ours that it came in by.

        An address can't be made to mean another machine as a name can, so the one that was reached is right.
        """
        name, port = split_host(host or "")
        # It is told back, in a header of ours; and after a `%` anything may stand in an address.
        if "%" in name or (port and not (port.isascii() and port.isdecimal())):
            return False
        if name in self._names:
            return True
        return bool(reached) and address_of(name) is not None and address_of(name) == address_of(reached or "")


def origin_fits(origin: str | None, host: str | None) -> bool:
    """Whether a page loaded from `host` may have sent this `Origin`; programs that are no browser send none."""
    if origin is None:
        return True
    scheme, _, rest = origin.lower().partition("://")
    return scheme in ("http", "https") and bool(rest) and rest == (host or "").lower()


def split_host(host: str) -> tuple[str, str]:
    """Name and port of a `Host`, in lower case; an IPv6 address without its brackets."""
    host = host.strip().lower()
    if host.startswith("["):
        name, _, rest = host[1:].partition("]")
        return name, rest.removeprefix(":")
    name, _, port = host.partition(":")
    return name.rstrip("."), port


def address_of(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The IP address that the text is, None where it is a name; an IPv4 address in IPv6's clothes is itself."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = getattr(address, "ipv4_mapped", None)
    return address if mapped is None else mapped


def is_loopback(text: str) -> bool:
    """Whether it is this machine's own address, which nobody else has."""
    address = address_of(text)
    return address is not None and address.is_loopback


def calls_this_machine_itself(host: str | None) -> bool:
    """Whether a `Host` means the machine that one sits at, whichever that is.

    Who came by another name through a server before ours is not here, though the connection is.
    """
    name, _ = split_host(host or "")
    return name in LOOPBACK_NAMES or is_loopback(name)


def neighbourhood(text: str) -> str:
    """What one household has of an address: in IPv6 the first 64 bits, as it picks the others itself (RFC 7421)."""
    address = address_of(text)
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Network((address, 64), strict=False))
    return text if address is None else str(address)


def outside_name(host: str) -> str:
    """By which address phones reach a server that listens on `host`: that one, or where it is all of them the first
    that the network gave this machine."""
    if host not in ALL_ADDRESSES:
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # an interface without an address
                packed = struct.pack("256s", name.encode()[:15])
                found = socket.inet_ntoa(fcntl.ioctl(asking, _SIOCGIFADDR, packed)[20:24])
                if not is_loopback(found):
                    return found
    return "127.0.0.1"


def as_url(host: str, port: int) -> str:
    """The address of the server as one types it."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"
