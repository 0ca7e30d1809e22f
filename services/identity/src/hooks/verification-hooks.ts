import type { Kysely } from "kysely";
import { IdentityError, type IdentityErrorCode } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { HookInput } from "./hook-names.ts";

/** The two hooks that judge an attempt, and how their rejection is told. */
const ATTEMPTS = {
  password_verification_attempt: {
    code: "invalid_credentials",
    message: "Further password verification attempts will be rejected.",
    alwaysEndsSessions: false,
  },
  mfa_verification_attempt: {
    code: "mfa_verification_rejected",
    message: "Further MFA verification attempts will be rejected.",
    alwaysEndsSessions: true,
  },
} as const satisfies Readonly<
  Record<string, { code: IdentityErrorCode; message: string; alwaysEndsSessions: boolean }>
>;

/**
 * Asks what is to become of an attempt whose result is known. A rejection may sign the user out everywhere.
 *
 * @throws IdentityError `invalid_credentials` or `mfa_verification_rejected` with the hook's message; `unknown` with the
 *   hook's own status, e.g. 429
 * @see spec 1, Hook input / output: password verification
 */
export async function judgeAttempt<Key extends keyof typeof ATTEMPTS>(
  { db, hooks }: Pick<Identity, "db" | "hooks">,
  key: Key,
  { input, origin }: { input: HookInput<Key> & { readonly user_id: string }; origin: RequestOrigin },
): Promise<void> {
  if (!hooks.isEnabled(key)) return;
  const answer = await hooks.ask<keyof typeof ATTEMPTS>(key, input, origin);
  if (answer.decision !== "reject") return;
  const { code, message, alwaysEndsSessions } = ATTEMPTS[key];
  if (alwaysEndsSessions || answer.should_logout_user === true) await endSessions(db, input.user_id);
  throw new IdentityError(code, { message: answer.message || message });
}

async function endSessions(db: Kysely<IdentityTables>, userId: string): Promise<void> {
  await db.deleteFrom("auth.sessions").where("user_id", "=", userId).execute();
}
