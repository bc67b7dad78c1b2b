"""The device-tree overlay that gives each of the Pi's two SPI buses six chip selects, as text for dtc."""

from collections.abc import Sequence

from .pins import BUSES, OVERLAY, SpiBus

SPI_MOST_HZ = 10_000_000
"""What an MFRC522 takes at most (datasheet, SPI); table.toml's speed_hz may be lower."""
SPIDEV_NAME = "rohm,dh2228fv"
"""A chip that no table has: the kernel's spidev driver is bound by names from a list, in which "spidev" does not stand
and this one has stood since the list began (drivers/spi/spidev.c)."""
OUTPUT, ALT4 = 1, 3
"""Functions of a pin in the BCM2835 pin binding: output, and alternative 4, which is SPI1 on GPIO 19 to 21."""
ACTIVE_LOW = 1


def overlay_source() -> str:
    """The source of systemd/era-table-spi.dts, which is this text."""
    spi1 = BUSES[1]
    lines = [
        "// Six chip selects on each of the two SPI buses of a Raspberry Pi: /dev/spidev0.0 to 0.5 and 1.0 to 1.5.",
        "// Written by `era-table wiring --dts FILE` from the table that the command prints: change it there.",
        "//",
        f"//   dtc -@ -I dts -O dtb -o {OVERLAY}.dtbo {OVERLAY}.dts",
        f"//   sudo cp {OVERLAY}.dtbo /boot/firmware/overlays/   (before Debian 12: /boot/overlays/)",
        f"//   then dtoverlay={OVERLAY} in config.txt, and a restart",
        "//",
        "// Compiled and read back by the tests; not yet tried on a Pi. Kernels older than of 2021 give SPI0 at most",
        "// four selects (raspberrypi/linux, pull request 4281).",
        "",
        "/dts-v1/;",
        "/plugin/;",
        "",
        "/ {",
        '    compatible = "brcm,bcm2835";',
        "",
        "    fragment@0 {",
        "        target = <&gpio>;",
        "        __overlay__ {",
        *_pins("era_spi0_selects", BUSES[0].selects, OUTPUT),
        *_pins("era_spi1_data", (spi1.miso, spi1.mosi, spi1.sck), ALT4),
        *_pins("era_spi1_selects", spi1.selects, OUTPUT),
        "        };",
        "    };",
        "",
        *_bus(1, "spi0", "&spi0_pins &era_spi0_selects", BUSES[0]),
        *_bus(2, "spi1", "&era_spi1_data &era_spi1_selects", spi1),
        "    fragment@3 {",
        "        target = <&aux>;  // the block of the chip that SPI1 is a part of",
        "        __overlay__ {",
        '            status = "okay";',
        "        };",
        "    };",
        "};",
    ]
    return "\n".join(lines) + "\n"


def _pins(label: str, gpios: Sequence[int], function: int) -> list[str]:
    return [
        f"            {label}: {label} {{",
        f"                brcm,pins = <{' '.join(map(str, gpios))}>;",
        f"                brcm,function = <{function}>;",
        "            };",
    ]


def _bus(fragment: int, label: str, pins: str, bus: SpiBus) -> list[str]:
    selects = ",\n                       ".join(f"<&gpio {gpio} {ACTIVE_LOW}>" for gpio in bus.selects)
    lines = [
        f"    fragment@{fragment} {{",
        f"        target = <&{label}>;",
        "        __overlay__ {",
        "            #address-cells = <1>;",
        "            #size-cells = <0>;",
        '            pinctrl-names = "default";',
        f"            pinctrl-0 = <{pins}>;",
        f"            cs-gpios = {selects};",
        '            status = "okay";',
    ]
    for device in range(len(bus.selects)):
        lines += [
            "",
            f"            spidev@{device} {{",
            f'                compatible = "{SPIDEV_NAME}";',
            f"                reg = <{device}>;",
            f"                spi-max-frequency = <{SPI_MOST_HZ}>;",
            "            };",
        ]
    return [*lines, "        };", "    };", ""]
