"""Tags that are hard to hear, and tags that are not what they seem, on register level."""

from collections import Counter

import pytest

from hardware.bench import Bench
from hardware.errors import BenchError
from tests.hardware.bench.probe import Probe, probing
from tests.hardware.bench.requests import near, request_outcome

UID = bytes.fromhex("01020304")
UID7 = bytes.fromhex("04a1b2c3d4e5f6")
BCC = b"\x04"                     # 01 ^ 02 ^ 03 ^ 04
RF_CFG = 0x26
TX_CONTROL = 0x14
START_S = 0.005                   # longer than any tag of the bench needs

# --- weak tags, stacks, neighbours ---


# RxGain, bits 4 to 6 of RFCfgReg: 18, 33, 38, 48 dB (datasheet 9.3.3.6). Against 33 dB that is an amplitude of
# 10 ** (difference / 20): 0.178, 1, 1.778, 5.623; the chance of the model is 1 - (1 - 0.3) to that power.
@pytest.mark.parametrize(("gain", "chance"), [(0x08, 0.062), (0x48, 0.3), (0x58, 0.470), (0x78, 0.865)])
def test_a_weak_tag_is_heard_better_with_more_gain(gain: int, chance: float) -> None:
    tries = 600
    with probing("01020304") as probe:
        probe.bench.couple(UID, 0.3)
        probe.write(RF_CFG, gain)
        assert near([request_outcome(probe) for _ in range(tries)].count("well"), tries, chance)


def test_a_tag_stays_weak_wherever_it_lies_until_it_is_coupled_well_again() -> None:
    with Bench(readers=2) as bench:
        probe = Probe(bench, 1)
        probe.antenna_on()
        bench.place(UID, 0)
        bench.couple(UID, 0.0)
        bench.place(UID, 1)
        bench.clock.sleep(START_S)
        assert "well" not in {request_outcome(probe) for _ in range(50)}
        bench.couple(UID, 1.0)
        assert {request_outcome(probe) for _ in range(50)} == {"well"}


def test_how_a_weak_tag_is_heard_is_drawn_by_the_tables_seed() -> None:
    def heard(seed: int) -> list[str]:
        with probing("01020304", seed=seed) as probe:
            probe.bench.couple(UID, 0.5)
            return [request_outcome(probe) for _ in range(50)]

    assert heard(1) == heard(1)
    assert heard(1) != heard(2)


def test_a_weak_tag_weakens_no_other() -> None:
    with probing("01020304", "01020305") as probe:
        probe.bench.couple(UID, 0.0)
        probe.bench.couple(bytes.fromhex("01020305"), 0.999)
        alone = 0
        for _ in range(50):
            probe.request(0x52)
            alone += probe.exchange(b"\x93\x20") == bytes.fromhex("0102030505")      # no collision: BCC 05
            probe.request(0x50)
        assert alone > 20                                     # the other's answers, spoiled, are heard now and then


def test_stacked_tags_shade_each_other_and_a_tag_alone_is_not_shaded() -> None:
    other = bytes.fromhex("01020305")
    with probing("01020304", "01020305") as probe:
        probe.bench.stack(0, 1.0)
        ways = Counter(request_outcome(probe) for _ in range(200))
        assert ways["well"] == 0
        assert ways["silence"] > 0
        probe.bench.lift(other)
        assert {request_outcome(probe) for _ in range(50)} == {"well"}
        probe.bench.place(other, 0)
        probe.bench.stack(0, 0.0)
        probe.bench.clock.sleep(START_S)
        assert {request_outcome(probe) for _ in range(50)} == {"well"}       # equal ATQAs do not collide


def test_a_stack_is_no_better_heard_by_a_neighbour() -> None:
    with Bench(readers=2) as bench:
        for uid in ("01020304", "01020305"):
            bench.place(bytes.fromhex(uid), 0)
        bench.neighbours(0, 1, 1.0)
        there = Probe(bench, 1)
        there.antenna_on()
        assert {request_outcome(there) for _ in range(50)} == {"well"}
        bench.stack(0, 1.0)
        assert "well" not in {request_outcome(there) for _ in range(50)}


def test_a_neighbours_tag_is_heard_so_often_both_ways() -> None:
    tries = 600
    with Bench(readers=2) as bench:
        bench.place(UID, 0)
        there = Probe(bench, 1)
        there.antenna_on()
        assert {request_outcome(there) for _ in range(20)} == {"silence"}
        bench.neighbours(0, 1, 0.4)
        bench.clock.sleep(START_S)
        assert near([request_outcome(there) for _ in range(tries)].count("well"), tries, 0.4)
        bench.place(UID, 1)
        bench.clock.sleep(START_S)
        assert {request_outcome(there) for _ in range(50)} == {"well"}       # on its own pad as always
        there.write(TX_CONTROL, 0x80)
        here = Probe(bench, 0)
        here.antenna_on()
        assert near([request_outcome(here) for _ in range(tries)].count("well"), tries, 0.4)
        bench.neighbours(1, 0, 0.0)
        assert {request_outcome(here) for _ in range(20)} == {"silence"}


def test_a_neighbours_field_keeps_a_tag_alive() -> None:
    with Bench(readers=2) as bench:
        bench.place(UID, 0)
        bench.neighbours(0, 1, 1.0)
        here, there = Probe(bench, 0), Probe(bench, 1)
        here.antenna_on()
        there.antenna_on()
        assert here.request() == b"\x04\x00"                  # READY
        here.write(TX_CONTROL, 0x80)
        assert there.exchange(b"\x93\x20") == UID + BCC       # still READY, on the other's field
        there.write(TX_CONTROL, 0x80)
        here.antenna_on()
        assert there.request() is None                        # whose antenna is off
        assert here.request() == b"\x04\x00"                  # without any field it has become IDLE


def test_antennas_that_were_on_before_they_became_neighbours_power_each_others_tags() -> None:
    with Bench(readers=2) as bench:
        bench.place(UID, 0)
        there = Probe(bench, 1)
        there.antenna_on()
        bench.neighbours(0, 1, 1.0)
        assert there.request() is None                        # it starts only now
        bench.clock.sleep(START_S)
        assert there.request() == b"\x04\x00"                 # READY
        bench.neighbours(0, 1, 0.0)
        bench.neighbours(0, 1, 1.0)
        bench.clock.sleep(START_S)
        assert there.request() == b"\x04\x00"                 # it was without a field, so it is not READY but IDLE


def test_a_tag_lifted_off_one_pad_falls_silent_in_the_neighbours_ear() -> None:
    with Bench(readers=2) as bench:
        bench.place(UID, 0)
        bench.neighbours(0, 1, 1.0)
        there = Probe(bench, 1)
        there.antenna_on()
        there.start(b"\x26", last_bits=7)
        bench.clock.sleep(0.1e-3)                             # the answer begins after 0.17 ms
        bench.lift(UID)
        bench.clock.sleep(0.001)
        assert there.read(0x04) & 0x20 == 0


def test_strange_air_is_refused() -> None:
    with Bench(readers=2) as bench:
        bench.place(UID, 0)
        with pytest.raises(BenchError, match="strength -1"):
            bench.couple(UID, -1)
        with pytest.raises(BenchError, match="no tag 09 lies on the table"):
            bench.couple(b"\x09", 0.5)
        with pytest.raises(BenchError, match="shade 2"):
            bench.stack(0, 2)
        with pytest.raises(BenchError, match="reader 1 is no neighbour of itself"):
            bench.neighbours(1, 1, 0.5)
        with pytest.raises(BenchError, match="no reader 2"):
            bench.neighbours(0, 2, 0.5)


def test_quiet_clears_the_air() -> None:
    with Bench(readers=2) as bench:
        bench.place(UID, 0)
        probe = Probe(bench, 0)
        probe.antenna_on()
        bench.place(bytes.fromhex("01020305"), 1)
        bench.noise(0.9, 0.05)
        bench.couple(UID, 0.1)
        bench.neighbours(0, 1, 1.0)
        bench.stack(0, 1.0)
        Probe(bench, 1).antenna_on()
        bench.quiet()
        assert {request_outcome(probe) for _ in range(100)} == {"well"}
        probe.request()
        assert probe.exchange(b"\x93\x20") == UID + BCC       # one tag only
        probe.write(TX_CONTROL, 0x80)
        probe.antenna_on()
        assert probe.request() == b"\x04\x00"                 # the neighbour's field no longer keeps it READY
        assert bench.lying_on(0) == [UID]
        bench.place(bytes.fromhex("01020305"), 0)
        bench.clock.sleep(START_S)
        assert {request_outcome(probe) for _ in range(50)} == {"well"}       # two, and no shade


# --- copies, random UIDs, halted tags ---


def test_a_copy_has_the_uid_of_another_tag_and_is_handled_by_itself() -> None:
    with Bench(readers=2) as bench:
        bench.place(UID, 0)
        copy = bench.place_copy(UID, 1)
        for reader in (0, 1):
            probe = Probe(bench, reader)
            probe.antenna_on()
            probe.request()
            assert probe.exchange(b"\x93\x20") == UID + BCC
        assert (bench.lying_on(0), bench.lying_on(1)) == ([UID], [copy])
        bench.lift(UID)
        assert (bench.lying_on(0), bench.lying_on(1)) == ([], [copy])
        assert bench.place_copy(UID, 0) == copy               # the same one, moved
        assert bench.place_copy(UID, 0, number=2) != copy
        assert len(bench.lying_on(0)) == 2
        with pytest.raises(BenchError, match="number copies 0 to 255"):
            bench.place_copy(UID, 0, number=256)


def test_two_copies_on_one_pad_answer_as_one() -> None:
    with probing("01020304") as probe:
        probe.bench.place_copy(UID, 0)
        probe.bench.clock.sleep(START_S)
        probe.request()
        assert probe.exchange(b"\x93\x20") == UID + BCC
        assert probe.read(0x06) == 0                          # bit for bit the same: no collision


def test_a_tag_with_a_random_uid_has_a_new_one_in_each_field() -> None:
    with probing() as probe:
        name = probe.bench.place_random(0, seed=1)
        uids = set()
        for _ in range(20):
            probe.write(TX_CONTROL, 0x80)
            probe.antenna_on()
            seen = set()
            for _ in range(3):
                probe.request(0x52)
                got = probe.exchange(b"\x93\x20")
                assert got is not None
                assert got[0] == 0x08                         # ISO 14443-3, 6.5.4: a random UID
                assert got[0] ^ got[1] ^ got[2] ^ got[3] == got[4]
                sak = probe.select(0x93, got[:4])
                assert sak is not None
                seen.add(got)
                probe.request(0x50)
            assert len(seen) == 1                             # as long as the field is on
            uids |= seen
        assert len(uids) == 20
        assert probe.bench.lying_on(0) == [name]
        probe.bench.lift(name)
        assert probe.request() is None


def test_random_tags_are_told_apart_by_their_seeds() -> None:
    with Bench(readers=2) as bench:
        one, other = bench.place_random(0, seed=1), bench.place_random(0, seed=2)
        assert one != other
        assert bench.place_random(1, seed=1) == one
        assert (bench.lying_on(0), bench.lying_on(1)) == ([other], [one])
        bench.lift(one)
        bench.lift(other)
        bench.place(UID, 0)
        bench.place(one, 1)                                   # the random tag, which goes by this
        assert bench.lying_on(1) == [one]


def test_a_halted_tag_hears_only_wupa_until_its_field_goes_off() -> None:
    with probing("01020304") as probe:
        probe.bench.halt(UID)
        assert probe.request() is None
        assert probe.request(0x52) == b"\x04\x00"
        probe.bench.halt(UID)
        probe.write(TX_CONTROL, 0x80)
        with pytest.raises(BenchError, match="lies in no field"):
            probe.bench.halt(UID)
        probe.antenna_on()
        assert probe.request() == b"\x04\x00"
