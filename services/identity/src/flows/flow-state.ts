import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { IdentityError } from "../errors.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { SignInMethod } from "../sessions/start-session.ts";
import { durationMs } from "../settings/duration.ts";
import type { IdentitySettings } from "../settings.ts";

/** What a client keeps the secret of, so that only it can exchange the code of the flow. */
export interface CodeChallenge {
  readonly challenge: string;
  readonly method: "s256" | "plain";
}

const CHALLENGE = /^[A-Za-z0-9._~-]{43,128}$/;

/**
 * Reads the parameters of PKCE (RFC 7636).
 *
 * @returns `undefined` when none was sent
 * @throws IdentityError `validation_failed` when one is missing or malformed
 */
export function readCodeChallenge(fields: {
  code_challenge?: string | null | undefined;
  code_challenge_method?: string | null | undefined;
}): CodeChallenge | undefined {
  const challenge = fields.code_challenge ?? "";
  const method = (fields.code_challenge_method ?? "").toLowerCase();
  if (challenge === "" && method === "") return undefined;
  if (challenge === "" || method === "") {
    throw new IdentityError("validation_failed", {
      message: "PKCE flow requires code_challenge_method and code_challenge",
    });
  }
  if (!CHALLENGE.test(challenge)) {
    throw new IdentityError("validation_failed", {
      message: "code challenge has to be between 43 and 128 of the characters A-Z, a-z, 0-9, -, ., _ and ~",
    });
  }
  if (method !== "s256" && method !== "plain") {
    throw new IdentityError("validation_failed", { message: "unsupported code_challenge method" });
  }
  return { challenge, method };
}

/** Remembers that somebody began a flow whose code only they may exchange. */
export async function beginFlow(
  trx: Kysely<IdentityTables>,
  { userId, method, codeChallenge }: { userId: string; method: SignInMethod; codeChallenge: CodeChallenge },
): Promise<void> {
  await trx
    .insertInto("auth.flow_state")
    .values({
      id: randomUUID(),
      user_id: userId,
      auth_code: randomUUID(),
      code_challenge: codeChallenge.challenge,
      code_challenge_method: codeChallenge.method,
      provider_type: "email",
      authentication_method: method,
      created_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .execute();
}

/**
 * Gives out the code of the newest flow of a user that one of these mails began.
 *
 * @throws IdentityError `flow_state_not_found`
 */
export async function issueAuthCode(
  trx: Kysely<IdentityTables>,
  { userId, methods }: { userId: string; methods: readonly SignInMethod[] },
): Promise<string> {
  const issued = await trx
    .updateTable("auth.flow_state")
    .set({ auth_code_issued_at: sql`now()`, updated_at: sql`now()` })
    .where("id", "=", (eb) =>
      eb
        .selectFrom("auth.flow_state as f")
        .where("f.user_id", "=", userId)
        .where("f.authentication_method", "in", methods)
        .orderBy("f.created_at", "desc")
        .limit(1)
        .select("f.id"),
    )
    .returning("auth_code")
    .executeTakeFirst();
  if (issued?.auth_code == null) throw new IdentityError("flow_state_not_found");
  return issued.auth_code;
}

/** A flow that ends now. */
export interface EndedFlow {
  readonly id: string;
  readonly userId: string;
  readonly method: string;
  readonly provider: string;
  /** What the provider gave for applications, sealed. */
  readonly sealedTokens: SealedProviderTokens;
}

/** The tokens of a provider as they are kept until the code is exchanged. */
export interface SealedProviderTokens {
  /** Of the flow: the tokens can be opened only there. */
  readonly id: string;
  readonly provider_access_token: string | null;
  readonly provider_refresh_token: string | null;
}

/**
 * Uses up a code. A wrong verifier leaves it as it was; of several exchanges at once one wins.
 *
 * @throws IdentityError `flow_state_not_found`, `flow_state_expired`, `bad_code_verifier`
 */
export async function exchangeAuthCode(
  trx: Kysely<IdentityTables>,
  { authCode, codeVerifier, settings }: { authCode: string; codeVerifier: string; settings: IdentitySettings },
): Promise<EndedFlow> {
  const flow = await trx
    .selectFrom("auth.flow_state")
    .where("auth_code", "=", authCode)
    .select(["id", "user_id", "code_challenge", "code_challenge_method", "authentication_method"])
    .select(["provider_type", "provider_access_token", "provider_refresh_token"])
    .select(sql<number>`extract(epoch from now() - coalesce(auth_code_issued_at, created_at))::float8`.as("age"))
    .forUpdate()
    .executeTakeFirst();
  if (flow === undefined || flow.user_id === null) throw new IdentityError("flow_state_not_found");
  if (flow.age * 1000 > flowLifetimeMs(settings)) throw new IdentityError("flow_state_expired");
  if (!isVerified(flow, codeVerifier)) throw new IdentityError("bad_code_verifier");
  await trx.deleteFrom("auth.flow_state").where("id", "=", flow.id).execute();
  const { id, user_id: userId, authentication_method: method, provider_type: provider } = flow;
  return { id, userId, method, provider, sealedTokens: flow };
}

const MIN_FLOW_LIFETIME_MS = 300_000;

function flowLifetimeMs(settings: IdentitySettings): number {
  return Math.max(MIN_FLOW_LIFETIME_MS, durationMs(settings["auth.external.flow_state_expiry_duration"]));
}

function isVerified(
  { code_challenge, code_challenge_method }: { code_challenge: string | null; code_challenge_method: string | null },
  codeVerifier: string,
): boolean {
  const answer =
    code_challenge_method === "s256" ? createHash("sha256").update(codeVerifier).digest("base64url") : codeVerifier;
  const [given, wanted] = [Buffer.from(answer), Buffer.from(code_challenge ?? "")];
  return wanted.length > 0 && given.length === wanted.length && timingSafeEqual(given, wanted);
}
