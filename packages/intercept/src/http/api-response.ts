import { InterceptError } from "../errors.ts";
import { type HeaderEntry, toHeaderRecord } from "./headers.ts";
import type { ResponseHead } from "./response.ts";

/** What an `APIResponse` is made of. */
export interface ResponseParts extends ResponseHead {
  /** The final url, after redirects. */
  readonly url: string;
  /** Decoded; `undefined` where the body went straight to the client. */
  readonly body: Buffer | undefined;
  /** When it says true the body is gone for good. */
  readonly isClosed: () => boolean;
}

let create: (parts: ResponseParts) => APIResponse;

/**
 * A complete response: what `route.fetch` resolves with. Headers are those of the wire, so `content-encoding` stays
 * although the body is decoded.
 *
 * @see spec 3, Route: fetch
 */
export class APIResponse {
  static {
    create = (parts) => new APIResponse(parts);
  }

  readonly #parts: ResponseParts;
  #body: Buffer | undefined;
  #isDisposed = false;

  private constructor(parts: ResponseParts) {
    this.#parts = parts;
    this.#body = parts.body;
  }

  status(): number {
    return this.#parts.status;
  }

  statusText(): string {
    return this.#parts.statusText;
  }

  /** Whether the status is 200 to 299. */
  ok(): boolean {
    return this.#parts.status >= 200 && this.#parts.status <= 299;
  }

  /** The url that answered, after redirects. */
  url(): string {
    return this.#parts.url;
  }

  /** Lower-case names; several lines of one name joined with `, `, of `set-cookie` with a line feed. */
  headers(): Record<string, string> {
    return toHeaderRecord(this.#parts.headers);
  }

  /** As on the wire: case, order and repetition. */
  headersArray(): HeaderEntry[] {
    return this.#parts.headers.map(({ name, value }) => ({ name, value }));
  }

  /**
   * @throws InterceptError `ERR_RESPONSE_DISPOSED` after `dispose()` or the interceptor's end, and for a response whose
   *   body went straight to the client
   */
  async body(): Promise<Buffer> {
    const isGone = this.#isDisposed || this.#parts.isClosed();
    if (!isGone && this.#body !== undefined) return this.#body;
    const problem = isGone ? "the response was disposed" : "the body was not kept: it went straight to the client";
    throw new InterceptError("ERR_RESPONSE_DISPOSED", `response.body: ${problem}`, { url: this.url() });
  }

  /** The body as UTF-8. */
  async text(): Promise<string> {
    return (await this.body()).toString("utf8");
  }

  /** @throws SyntaxError when the body is no JSON */
  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  /** Frees the body. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#body = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }
}

export function createAPIResponse(parts: ResponseParts): APIResponse {
  return create(parts);
}
