/** What a server answered; the body as it came and, where it is JSON, read. */
export interface Answer<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Body;
}

export interface CallOptions {
  /** GET without a body, POST with one. */
  readonly method?: string;
  /** Sent as JSON; a text as it stands. */
  readonly body?: unknown;
  /** Access token or secret key. */
  readonly bearer?: string | undefined;
  /** As a page of this server sends it. */
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One HTTP request. The type of the body is what the test expects of it. */
export async function call<Body = unknown>(url: string | URL, options: CallOptions = {}): Promise<Answer<Body>> {
  const { body, bearer, cookie, method = body === undefined ? "GET" : "POST" } = options;
  const headers = {
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    ...(cookie === undefined ? {} : { cookie, "sec-fetch-site": "same-origin" }),
    ...options.headers,
  };
  const answer = await fetch(url, {
    method,
    headers,
    redirect: "manual",
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.includes("json") === true && text !== "";
  return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

/** The part of `Set-Cookie` that the browser sends back. */
export function cookieOf({ headers }: Answer): string {
  return headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
}
