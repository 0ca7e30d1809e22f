import type { IdentityServer } from "./identity-server.ts";

export interface Call {
  readonly body?: unknown;
  /** Sent as it is instead of `body`. */
  readonly text?: string | Buffer;
  readonly headers?: Record<string, string>;
  readonly bearer?: string;
  /** Network address of the client. */
  readonly from?: string;
}

export interface Reply {
  readonly status: number;
  // Answers are whatever the server says; tests match what they expect of it.
  readonly json: Record<string, unknown>;
  readonly text: string;
  readonly headers: Record<string, unknown>;
}

/** Speaks HTTP to the service, e.g. `call(server, "POST /signup", { body })`. */
export async function call(
  { app }: Pick<IdentityServer, "app">,
  route: `${string} /${string}`,
  { body, text, headers = {}, bearer, from }: Call = {},
): Promise<Reply> {
  const [method = "", path = ""] = route.split(" ", 2);
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const reply = await app.inject({
    // The methods of HTTP; a wrong one is what some tests send.
    method: method as "GET",
    url: `/auth/v1${path}`,
    headers: {
      host: "localhost:8080",
      ...(payload === undefined ? {} : { "content-type": "application/json" }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
    ...(from === undefined ? {} : { remoteAddress: from }),
  });
  return { status: reply.statusCode, json: readJson(reply.body), text: reply.body, headers: reply.headers };
}

function readJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    // Redirects and empty answers have none.
    return {};
  }
}

export const PASSWORD = "correct horse";

/** A confirmed user, made by an administrator. */
export async function aUser(server: IdentityServer, fields: Record<string, unknown> = {}): Promise<string> {
  const user = { email: "ada@example.com", password: PASSWORD, email_confirm: true, ...fields };
  const { json } = await call(server, "POST /admin/users", { body: user, bearer: server.secretKey });
  return String(json["id"]);
}

/** The tokens of a sign-in by password. */
export async function signIn(
  server: IdentityServer,
  { email = "ada@example.com", password = PASSWORD }: { email?: string; password?: string } = {},
): Promise<{ accessToken: string; refreshToken: string }> {
  const { json } = await call(server, "POST /token?grant_type=password", { body: { email, password } });
  return { accessToken: String(json["access_token"]), refreshToken: String(json["refresh_token"]) };
}

/** By what people came in, as the audit log has it, in order. */
export async function loginsOf({ db }: Pick<IdentityServer, "db">): Promise<unknown[]> {
  const { rows } = await db.query(
    "select payload -> 'traits' ->> 'provider' as provider from auth.audit_log_entries where payload ->> 'action' = 'login' order by created_at",
  );
  return rows.map(({ provider }) => provider);
}

export function refresh(server: IdentityServer, refreshToken: string, from?: string): Promise<Reply> {
  const body = { refresh_token: refreshToken };
  return call(server, "POST /token?grant_type=refresh_token", { body, ...(from === undefined ? {} : { from }) });
}
