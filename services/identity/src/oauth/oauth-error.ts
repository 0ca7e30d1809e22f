/** A refusal in the form of RFC 6749, 5.2: what is answered where a standard says how. Safe to show. */
export class OAuthError extends Error {
  readonly error: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    error: string,
    description: string,
    options: { status?: number; headers?: Readonly<Record<string, string>>; cause?: unknown } = {},
  ) {
    super(description, { cause: options.cause });
    this.name = "OAuthError";
    this.error = error;
    this.status = options.status ?? 400;
    this.headers = options.headers ?? {};
  }
}
