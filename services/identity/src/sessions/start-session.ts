import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { type AuditAction, insertAuditEntry } from "../audit/audit-entry.ts";
import type { Identity } from "../identity.ts";
import type { AssuranceLevel, IdentityTables } from "../identity-tables.ts";
import type { ProgramAccess } from "../oauth-server/program-access.ts";
import { sealHash } from "../passwords/stored-hash.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { createStoredToken, type NewestToken } from "../tokens/newest-token.ts";
import { createRefreshTokenKey } from "../tokens/refresh-token.ts";
import type { StoredUser } from "../users/stored-user.ts";
import type { OpenSession } from "./open-session.ts";
import { sealKey } from "./session-store.ts";

/** How somebody proved who they are, in the words of the `amr` claim. */
export type SignInMethod =
  | "anonymous"
  | "password"
  | "otp"
  | "recovery"
  | "invite"
  | "magiclink"
  | "email/signup"
  | "email_change"
  | "passkey"
  | "oauth"
  | "sso/oidc"
  | "oauth_provider/authorization_code"
  | "web3";

export interface SessionStart {
  readonly user: StoredUser;
  /** A flow that began elsewhere may bring a name of its own. */
  readonly method: SignInMethod | (string & {});
  readonly origin: RequestOrigin;
  /** What the audit log calls it; `login` unless something else has been recorded already. */
  readonly action?: AuditAction;
  /** `email`, `phone`, `passkey`, `anonymous`, `web3` or the name of an external provider; kept with the session. */
  readonly provider: string;
  /** Replaces the stored hash: an outdated one is renewed while the password is known. */
  readonly passwordHash?: string | undefined;
  /** The program that gets the session, and how surely the person was known who let it in. */
  readonly given?: {
    readonly program: ProgramAccess;
    readonly assuranceLevel: AssuranceLevel;
    /** When their own session ends at the latest: what they gave ends with it. */
    readonly endsAt: Date | null;
  };
}

/**
 * Starts a session for somebody who has proved who they are. One statement: session, method, refresh token where it is a
 * row, user and audit entry.
 */
export async function startSession(
  { settings, keyRing }: Pick<Identity, "settings" | "keyRing">,
  db: Kysely<IdentityTables>,
  { user, method, origin, action = "login", provider, passwordHash, given }: SessionStart,
): Promise<OpenSession> {
  const id = randomUUID();
  const refreshToken: NewestToken =
    settings["auth.refresh_token_algorithm_version"] === 2
      ? { kind: "signed", key: createRefreshTokenKey(), counter: 0n }
      : { kind: "stored", token: createStoredToken() };
  const { last_sign_in_at } = await db
    .with("session", (qc) =>
      qc.insertInto("auth.sessions").values({
        id,
        user_id: user.id,
        created_at: sql`now()`,
        updated_at: sql`now()`,
        aal: given?.assuranceLevel ?? "aal1",
        user_agent: origin.userAgent,
        ip: origin.ipAddress === "" ? null : origin.ipAddress,
        tag: settings["auth.sessions.tags"][0] ?? null,
        ...(given === undefined
          ? {}
          : {
              oauth_client_id: given.program.clientId,
              scopes: given.program.scopes.join(" "),
              not_after: given.endsAt,
            }),
        ...(refreshToken.kind === "signed"
          ? { refresh_token_hmac_key: sealKey({ keyRing }, id, refreshToken.key), refresh_token_counter: "0" }
          : {}),
      }),
    )
    .with("stored_token", (qc) =>
      qc
        .insertInto("auth.refresh_tokens")
        .columns(["instance_id", "user_id", "token", "revoked", "session_id", "created_at", "updated_at"])
        .expression(
          sql`select ${user.instance_id}::uuid, ${user.id}, ${refreshToken.kind === "stored" ? refreshToken.token : ""},
            false, ${id}::uuid, now(), now() where ${refreshToken.kind === "stored"}::boolean`,
        ),
    )
    .with("method", (qc) =>
      qc.insertInto("auth.mfa_amr_claims").values({
        id: randomUUID(),
        session_id: id,
        created_at: sql`now()`,
        updated_at: sql`now()`,
        authentication_method: method,
      }),
    )
    .with("provider", (qc) =>
      qc
        .insertInto("vedette.session_providers")
        .values({ session_id: id, provider, browser_hash: (given === undefined && origin.browserHash) || null }),
    )
    .with("audit", (qc) => insertAuditEntry(qc, { action, actor: user, origin, traits: { provider } }))
    .with("signed_in", (qc) =>
      qc
        .updateTable("auth.users")
        .set({
          last_sign_in_at: sql`now()`,
          updated_at: sql`now()`,
          ...(passwordHash === undefined ? {} : { encrypted_password: sealHash({ keyRing }, user.id, passwordHash) }),
        })
        .where("id", "=", user.id)
        .returning("last_sign_in_at"),
    )
    .selectFrom("signed_in")
    .select("last_sign_in_at")
    .executeTakeFirstOrThrow();
  const at = last_sign_in_at ?? new Date();
  return {
    id,
    user: { ...user, last_sign_in_at: at, updated_at: at },
    assuranceLevel: given?.assuranceLevel ?? "aal1",
    program: given?.program,
    methods: [{ method, timestamp: Math.floor(at.getTime() / 1000) }],
    refreshToken,
    createdAt: at,
    enteredBy: method,
    origin,
  };
}
