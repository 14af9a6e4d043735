/** Compares what the package said of each send with what the gateway took. */
export class Truth {
  counts = { accepted: 0, 'not-sent': 0, unknown: 0 };
  lies = 0;

  #said = new Map();
  #gateway;

  constructor(gateway) {
    this.#gateway = gateway;
  }

  said(text, outcome) {
    this.counts[outcome] += 1;
    this.#said.set(text, outcome);
  }

  /** Called while nothing is under way. Forgets what it has checked; tells the open connections. */
  async check() {
    const answer = await this.#gateway.taken();
    const taken = new Map(answer.taken);
    for (const [text, outcome] of this.#said) {
      const times = taken.get(text) ?? 0;
      const isTrue =
        times <= 1 &&
        (outcome === 'unknown' || (outcome === 'accepted' ? times === 1 : times === 0));
      if (isTrue) continue;
      this.lies += 1;
      process.stdout.write(
        `UNTRUE: '${text}' was said to be ${outcome}, and was taken ${times} times\n`,
      );
    }
    this.#said.clear();
    return answer.connections;
  }
}
