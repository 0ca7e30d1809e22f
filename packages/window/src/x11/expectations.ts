/** Parts of a window that a request can be open for. */
export type Aspect = "bounds" | "modes" | "states" | "visible" | "focus";

/** How long a differing report is held back before the server's word is taken, in milliseconds. */
const PATIENCE_MS: Readonly<Record<Aspect, number>> = {
  bounds: 400,
  modes: 700,
  states: 700,
  visible: 700,
  focus: 700,
};

const MIN_WAIT_MS = 5;

interface Request {
  readonly number: number;
  readonly deadline: number;
}

export interface ExpectationsContext {
  /** Resolves when the window manager has worked off what was sent before the call. */
  readonly barrier: () => Promise<void>;
  /** The window manager has seen every request, or a deadline has passed: it is time to look. */
  readonly onDue: () => void;
}

/**
 * What was asked for and is not confirmed yet. A report confirms a request only when the window manager has seen it:
 * before that, what looks like an answer may be the answer to an earlier one.
 */
export class Expectations {
  readonly #requests = new Map<Aspect, Request>();
  readonly #context: ExpectationsContext;
  #timer: NodeJS.Timeout | undefined;
  #lastNumber = 0;
  #seenNumber = 0;
  #isBarrierDue = false;

  constructor(context: ExpectationsContext) {
    this.#context = context;
  }

  get isEmpty(): boolean {
    return this.#requests.size === 0;
  }

  isOpen(aspect: Aspect): boolean {
    return this.#requests.has(aspect);
  }

  /** Whether the window manager has seen the request. */
  isSeen(aspect: Aspect): boolean {
    return (this.#requests.get(aspect)?.number ?? 0) <= this.#seenNumber;
  }

  /** True while a differing report does not count. */
  isHeld(aspect: Aspect): boolean {
    const request = this.#requests.get(aspect);
    return request !== undefined && performance.now() < request.deadline;
  }

  /** Later requests replace earlier ones. */
  open(aspect: Aspect): void {
    this.#lastNumber += 1;
    this.#requests.set(aspect, { number: this.#lastNumber, deadline: performance.now() + PATIENCE_MS[aspect] });
    this.#arm();
    if (this.#isBarrierDue) return;
    this.#isBarrierDue = true;
    queueMicrotask(() => void this.#passBarrier());
  }

  /** What differs is taken sooner than it would be. */
  hurry(aspect: Aspect, patienceMs: number): void {
    const request = this.#requests.get(aspect);
    const deadline = performance.now() + patienceMs;
    if (request === undefined || request.deadline <= deadline) return;
    this.#requests.set(aspect, { ...request, deadline });
    this.#arm();
  }

  close(aspect: Aspect): void {
    this.#requests.delete(aspect);
    if (this.isEmpty) this.stop();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #passBarrier(): Promise<void> {
    this.#isBarrierDue = false;
    const number = this.#lastNumber;
    await this.#context.barrier();
    this.#seenNumber = Math.max(this.#seenNumber, number);
    this.#context.onDue();
  }

  #arm(): void {
    this.stop();
    const next = Math.min(...[...this.#requests.values()].map(({ deadline }) => deadline));
    const look = (): void => {
      this.#context.onDue();
      if (!this.isEmpty) this.#arm();
    };
    this.#timer = setTimeout(look, Math.max(MIN_WAIT_MS, next - performance.now())).unref();
  }
}
