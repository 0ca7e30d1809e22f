/** A request that holds more than one request may; nothing of it is stored. */
export class DecodeLimitError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "DecodeLimitError";
  }
}

/** Elements that are decoded between two looks at the clock. */
const ELEMENTS_PER_LOOK = 500;
/**
 * Bytes that the labels of all series of one request may take: a few bytes of OTLP or remote write 2.0 can name the same
 * long text for each of many series.
 */
const MAX_LABEL_BYTES = 256 * 1024 * 1024;
/** Memory for one label in a list, next to its text. */
const BYTES_PER_LABEL = 16;

/** Counts what one request costs while it is decoded: size in bytes says little about that. */
export class DecodeBudget {
  readonly #maxElements: number;
  #elements = 0;
  #nextLook = ELEMENTS_PER_LOOK;
  #labelBytes = 0;

  /** @param maxElements - protobuf fields and numbers that the request may hold */
  constructor(maxElements: number) {
    this.#maxElements = maxElements;
  }

  /** Counts one element. @throws DecodeLimitError */
  take(): void {
    this.#elements += 1;
    if (this.#elements > this.#maxElements) throw this.#exceeded();
  }

  /** Counts several elements before memory is allocated for them. @throws DecodeLimitError */
  takeMany(count: number): void {
    this.#elements += count;
    if (this.#elements > this.#maxElements) throw this.#exceeded();
  }

  /**
   * Counts the labels of series that are about to be made.
   *
   * @param text - characters of all their names and values
   * @throws DecodeLimitError
   */
  takeLabels(count: number, text: number): void {
    this.#labelBytes += count * BYTES_PER_LABEL + text;
    if (this.#labelBytes > MAX_LABEL_BYTES) {
      throw new DecodeLimitError(`the labels of its series take more than ${MAX_LABEL_BYTES} bytes`);
    }
  }

  /** True after some hundred elements: then a decoder yields, so that other requests get their turn. */
  isDue(): boolean {
    if (this.#elements < this.#nextLook) return false;
    this.#nextLook = this.#elements + ELEMENTS_PER_LOOK;
    return true;
  }

  #exceeded(): DecodeLimitError {
    return new DecodeLimitError(`it holds more than ${this.#maxElements} elements`);
  }
}
