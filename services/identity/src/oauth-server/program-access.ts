import type { StoredUser } from "../users/stored-user.ts";

/** What a person has given another program, kept with its session. */
export interface ProgramAccess {
  /** The OAuth client. */
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** The one service that the tokens are for (RFC 8707); absent when the program named none. */
  readonly resource: string | undefined;
  /** When the person who let it in had signed in. */
  readonly signedInAt: Date;
}

/** Reads the columns of a session; `undefined` for a person's own. */
export function readProgramAccess(columns: {
  clientId: string | null;
  scopes: string | null;
  resource: string | null;
  signedInAt: Date;
}): ProgramAccess | undefined {
  const { clientId, scopes, resource, signedInAt } = columns;
  if (clientId === null) return undefined;
  return { clientId, scopes: readScopes(scopes ?? ""), resource: resource ?? undefined, signedInAt };
}

/** Scopes as the wire has them: words between blanks. Each once, in the order of the text. */
export function readScopes(text: string): readonly string[] {
  return [...new Set(text.split(" ").filter((scope) => scope !== ""))];
}

/**
 * A person as a program may know them: no address without the scope for it, nothing that they said of themselves without
 * `profile`, and never how they sign in.
 */
export function userWithin(user: StoredUser, scopes: readonly string[]): StoredUser {
  const [email, phone, profile] = ["email", "phone", "profile"].map((scope) => scopes.includes(scope));
  return {
    ...user,
    ...(email ? {} : NO_EMAIL),
    ...(phone ? {} : NO_PHONE),
    ...(email || phone ? {} : { confirmed_at: null }),
    raw_user_meta_data: profile ? withoutKeys(user.raw_user_meta_data ?? {}, { email, phone }) : {},
    ...NO_TRACES,
    identities: [],
    factors: [],
  };
}

const NO_EMAIL = { email: null, email_confirmed_at: null } as const;
const NO_PHONE = { phone: null, phone_confirmed_at: null } as const;
/** What somebody is about to change, and what was sent to them. */
const NO_TRACES = {
  email_change: null,
  phone_change: null,
  invited_at: null,
  confirmation_sent_at: null,
  recovery_sent_at: null,
  email_change_sent_at: null,
  phone_change_sent_at: null,
  reauthentication_sent_at: null,
  banned_until: null,
} as const;

/** Sign-ups copy addresses into what people say of themselves. */
function withoutKeys(
  data: Readonly<Record<string, unknown>>,
  { email, phone }: { email: boolean | undefined; phone: boolean | undefined },
): Record<string, unknown> {
  const hidden = new Set([
    ...(email ? [] : ["email", "email_verified"]),
    ...(phone ? [] : ["phone", "phone_verified"]),
  ]);
  return Object.fromEntries(Object.entries(data).filter(([key]) => !hidden.has(key)));
}
