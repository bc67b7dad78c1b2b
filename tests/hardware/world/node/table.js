// Asks a simulated table over its socket and waits for the reply, as drivers need it that know no callbacks.
// Node's sockets can't be waited for: a worker thread holds the socket, and this thread sleeps until it has the reply.
"use strict";
const net = require("net");
const { Worker, isMainThread, workerData } = require("worker_threads");

const LONGEST = 65536; // bytes of a reply (PROTOCOL.md)
const ANSWERED = 0, ASKED = 1; // at first there is nothing to do, as after an answer

class Table {
  constructor(path) {
    // state, length of the text; then the text of a request, and of its reply in its place
    this.shared = new SharedArrayBuffer(8 + LONGEST);
    this.state = new Int32Array(this.shared, 0, 2);
    this.text = Buffer.from(this.shared, 8);
    this.worker = new Worker(__filename, { workerData: { path, shared: this.shared } });
  }

  // The reply to one request; throws the table's words when it refuses.
  ask(request) {
    Atomics.store(this.state, 1, this.text.write(JSON.stringify(request)));
    Atomics.store(this.state, 0, ASKED);
    Atomics.notify(this.state, 0);
    Atomics.wait(this.state, 0, ASKED);
    const reply = JSON.parse(this.text.toString("utf8", 0, Atomics.load(this.state, 1)));
    if (!reply.ok) {
      throw new Error(`${reply.error} (${reply.errno})`);
    }
    return reply;
  }

  close() {
    return this.worker.terminate();
  }
}

function serve({ path, shared }) {
  const state = new Int32Array(shared, 0, 2);
  const text = Buffer.from(shared, 8);
  const stream = net.connect(path);
  let heard = "";

  function asked() {
    Atomics.wait(state, 0, ANSWERED);
    return text.toString("utf8", 0, Atomics.load(state, 1));
  }

  function passOn() {
    stream.write(asked() + "\n");
  }

  function answer(line) {
    Atomics.store(state, 1, text.write(line));
    Atomics.store(state, 0, ANSWERED);
    Atomics.notify(state, 0);
  }

  stream.on("connect", passOn);
  stream.on("data", (data) => {
    heard += data;
    if (heard.endsWith("\n")) {
      answer(heard);
      heard = "";
      passOn();
    }
  });
  stream.on("error", () => {}); // "close" follows
  stream.on("close", () => {
    for (;;) {
      asked();
      answer(JSON.stringify({ ok: false, error: "no table answers", errno: 19 }));
    }
  });
}

if (isMainThread) {
  module.exports = Table;
} else {
  serve(workerData);
}
