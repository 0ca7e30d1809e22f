import { sql } from "kysely";
import type { Identity } from "../identity.ts";
import type { AssuranceLevel } from "../identity-tables.ts";
import { durationMs } from "../settings/duration.ts";

/** Whether a session satisfies the second factor that the settings require of it. */
export type FactorRequirement =
  | { readonly kind: "satisfied" }
  /** A factor is required and still missing; the session works until `endsAt`. */
  | { readonly kind: "grace"; readonly endsAt: Date }
  /** The session must reach AAL2 first. */
  | { readonly kind: "required" };

export interface AssessedSession {
  readonly userId: string;
  /** Empty for a session of the operator's OpenID provider (`oidc`). */
  readonly sessionId: string;
  readonly assuranceLevel: AssuranceLevel;
}

const SATISFIED = { kind: "satisfied" } as const;

/**
 * Decides whether a session needs a second factor, by the roles of its user and by how it was started. A session whose
 * sign-in method is unknown counts as started by a listed one.
 *
 * @param roles - names of the basic role and of the custom roles that the user holds
 * @see `auth.mfa.required_roles`, `auth.mfa.required_providers`, `auth.mfa.grace_period`
 */
export async function assessFactor(
  identity: Pick<Identity, "db" | "settings">,
  session: AssessedSession,
  roles: readonly string[],
): Promise<FactorRequirement> {
  if (session.assuranceLevel !== "aal1") return SATISFIED;
  const isRequired =
    isFactorRequiredOfRole(identity, roles) || (await isRequiredOfProvider(identity, session.sessionId));
  return isRequired ? await graceOf(identity, session.userId) : SATISFIED;
}

/** Whether users with one of these roles need a second factor. */
export function isFactorRequiredOfRole({ settings }: Pick<Identity, "settings">, roles: readonly string[]): boolean {
  const required = new Set(settings["auth.mfa.required_roles"].map((name) => name.toLowerCase()));
  return roles.some((name) => required.has(name.toLowerCase()));
}

async function isRequiredOfProvider(
  { db, settings }: Pick<Identity, "db" | "settings">,
  sessionId: string,
): Promise<boolean> {
  const required = settings["auth.mfa.required_providers"];
  if (required.length === 0) return false;
  if (sessionId === "") return required.includes("oidc");
  const found = await db
    .selectFrom("vedette.session_providers")
    .where("session_id", "=", sessionId)
    .select("provider")
    .executeTakeFirst();
  if (found === undefined) return true;
  const { provider } = found;
  return required.some((name) => name === provider || (name === "sso" && provider.startsWith("sso:")));
}

/** The grace period starts at the first request that needed the factor; removing a factor later does not restart it. */
async function graceOf(
  { db, settings }: Pick<Identity, "db" | "settings">,
  userId: string,
): Promise<FactorRequirement> {
  const graceMs = durationMs(settings["auth.mfa.grace_period"]);
  if (graceMs === 0) return { kind: "required" };
  await db
    .insertInto("vedette.required_factors")
    .values({ user_id: userId })
    .onConflict((on) => on.doNothing())
    .execute();
  const { since, now } = await db
    .selectFrom("vedette.required_factors")
    .where("user_id", "=", userId)
    .select(["since", sql<Date>`now()`.as("now")])
    .executeTakeFirstOrThrow();
  const endsAt = new Date(since.getTime() + graceMs);
  return endsAt > now ? { kind: "grace", endsAt } : { kind: "required" };
}
