// node read.js SOCKET BUS DEVICE: reads the card on that reader with the mfrc522-rpi package, prints it as JSON.
"use strict";
const Mfrc522 = require("mfrc522-rpi");
const SoftSPI = require("rpi-softspi");
const Table = require("./table");

const [socket, bus, device] = process.argv.slice(2);
const table = new Table(socket);
const reader = new Mfrc522(new SoftSPI({ table, bus: Number(bus), device: Number(device), hz: 1000000 }));

// The order of the package's own example, test/read.js.
reader.reset();
const card = { found: reader.findCard().status };
if (card.found) {
  const uid = reader.getUid();
  card.uid = uid.status ? Buffer.from(uid.data).toString("hex") : null;
  card.select = reader.selectCard(uid.data);
  card.authenticated = reader.authenticate(8, Array(6).fill(0xff), uid.data);
  card.block8 = Buffer.from(reader.getDataForBlock(8)).toString("hex");
  reader.stopCrypto();
}
console.log(JSON.stringify(card));
table.close();
