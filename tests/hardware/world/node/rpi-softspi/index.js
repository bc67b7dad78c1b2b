// Stand-in for rpi-softspi: the face that the driver uses, with a device of the simulated table behind it.
"use strict";

class SoftSPI {
  // table: a Table; bus, device: of the reader; hz: the clock, which the real one makes by hand on GPIO pins.
  constructor({ table, bus, device, hz }) {
    this.table = table;
    this.place = { bus, device };
    this.hz = hz;
  }

  open() {
    this.table.ask({ op: "open", ...this.place });
  }

  transfer(data) {
    const tx = Buffer.from(data).toString("hex");
    const reply = this.table.ask({ op: "transfer", ...this.place, hz: this.hz, tx });
    return Uint8Array.from(Buffer.from(reply.rx, "hex"));
  }

  write(data) {
    this.transfer(data);
  }
}

module.exports = SoftSPI;
