/** A server that answers nothing for so long is away. */
const AWAY_MS = 20_000;
/** However long a page is ready to wait. */
const MOST_MS = 10 * 60_000;
const LOOK_MS = 1000;

/** How long the page waits for an answer, as it says itself in `Prefer` (RFC 7240); else no longer than for a server that is away. */
export function patienceOf(prefer: string | undefined): number {
  const [, seconds = "0"] = /^wait=(\d{1,6})$/.exec(prefer ?? "") ?? [];
  return Math.min(Math.max(Number(seconds) * 1000, AWAY_MS), MOST_MS);
}

/** Waiting for one server: a slow answer is worth it as long as others come. */
export class Patience {
  /** By the clock that nobody sets. */
  #heardAt = Number.NEGATIVE_INFINITY;

  /** @throws Error when the server has answered nothing at all for 20 s; what `work` throws */
  async wait<Answer>(work: Promise<Answer>): Promise<Answer> {
    const began = performance.now();
    const away = Promise.withResolvers<never>();
    const timer = setInterval(() => {
      const silence = performance.now() - Math.max(began, this.#heardAt);
      if (silence >= AWAY_MS) away.reject(new Error(`It has answered nothing for ${AWAY_MS / 1000} s.`));
    }, LOOK_MS);
    try {
      const answer = await Promise.race([work, away.promise]);
      this.#heardAt = performance.now();
      return answer;
    } finally {
      clearInterval(timer);
    }
  }
}
