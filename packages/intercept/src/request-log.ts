import type { Request } from "./chain/request.ts";
import type { Observer } from "./chain/router.ts";
import type { UrlMatcher } from "./patterns/url-pattern.ts";

/** Finished requests that nobody has read yet; the oldest go first. */
const MAX_WAITING = 10_000;

/** Requests as they finish, routed or not: with a response, or with a failure. Ends with `dispose` or the interceptor. */
export class RequestLog implements Observer, AsyncIterableIterator<Request>, AsyncDisposable {
  readonly wants = "response";
  readonly fetchPattern: string;
  readonly #matcher: UrlMatcher<Request>;
  readonly #forget: () => Promise<void>;
  readonly #finished: Request[] = [];
  /** Whoever waits for the next request; several may. */
  #news: PromiseWithResolvers<void> | undefined;
  #isOver = false;

  /** @internal */
  constructor(matcher: UrlMatcher<Request>, forget: () => Promise<void>) {
    this.#matcher = matcher;
    this.#forget = forget;
    this.fetchPattern = matcher.fetchPattern;
  }

  /** @internal */
  matches(url: string, request: () => Request): boolean {
    return this.#matcher.test(url, request);
  }

  /** @internal */
  seen(request: Request): void {
    request.response().then(
      () => this.#add(request),
      // Only a request that nobody observes is refused.
      () => undefined,
    );
  }

  async next(): Promise<IteratorResult<Request, undefined>> {
    while (this.#finished.length === 0 && !this.#isOver) {
      this.#news ??= Promise.withResolvers();
      await this.#news.promise;
    }
    const request = this.#finished.shift();
    return request === undefined ? { done: true, value: undefined } : { done: false, value: request };
  }

  async return(): Promise<IteratorResult<Request, undefined>> {
    await this.dispose();
    return { done: true, value: undefined };
  }

  async dispose(): Promise<void> {
    this.end();
    await this.#forget();
  }

  /** @internal The interceptor is closed. */
  end(): void {
    this.#isOver = true;
    this.#tell();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #add(request: Request): void {
    if (this.#isOver) return;
    if (this.#finished.length >= MAX_WAITING) this.#finished.shift();
    this.#finished.push(request);
    this.#tell();
  }

  #tell(): void {
    this.#news?.resolve();
    this.#news = undefined;
  }
}
