// The socket to the table: questions and their answers by number, and coming back by itself when it was lost.

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5000;
const INDEPENDENT = /^(hello|retry|ticket|record|language|swap-reader|bench\.)/;

/** hear: what to do with messages, by their type. lost: called with true when the socket is lost, false when it is back. */
export class Connection {
  #socket = null;
  #next = 1;
  #waiting = new Map();
  #wait = FIRST_WAIT_MS;
  #greeting;
  #hear;
  #lost;
  #number = 0;

  constructor(greeting, hear, lost) {
    this.#greeting = greeting;
    this.#hear = hear;
    this.#lost = lost;
    this.#open();
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = FIRST_WAIT_MS;
      this.#lost(false);
      this.hello();
    };
    socket.onmessage = (event) => this.#told(JSON.parse(event.data));
    socket.onclose = () => {
      this.#lost(true);
      for (const answer of this.#waiting.values()) answer({ type: "lost" });
      this.#waiting.clear();
      setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
    };
  }

  #told(message) {
    if (message.type === "state") this.#number = message.number;
    if (message.type === "done" || message.type === "refused") {
      const answer = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (answer) answer(message);
      return;
    }
    const heard = this.#hear[message.type];
    if (heard) heard(message);
  }

  /** Says anew who is here and in which language; what is said is asked from the page each time. */
  hello() {
    return this.ask("hello", this.#greeting());
  }

  /** Asks the table for something; comes to its answer, or to {type: "lost"} where the socket is lost before it came. */
  ask(what, fields = {}) {
    if (this.#socket.readyState !== WebSocket.OPEN) return Promise.resolve({ type: "lost" });
    const id = this.#next++;
    const message = { do: what, id, ...fields };
    if (!INDEPENDENT.test(what)) message.state = this.#number;
    this.#socket.send(JSON.stringify(message));
    return new Promise((answer) => this.#waiting.set(id, answer));
  }
}
