import { createHash, randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { IdentityError } from "../errors.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { Assertion } from "./assertion.ts";

/** The name of the method in flows, sessions and tokens. */
export const SSO_SAML = "sso/saml";

/** What was remembered when somebody was sent to an identity provider. */
export interface RelayState {
  readonly providerId: string;
  readonly requestId: string;
  readonly redirectTo: string;
  readonly flowStateId: string | undefined;
}

/**
 * Uses up what was remembered; it counts once. That of a sign-in counts only in the browser that was sent, and in another
 * one stays as it was: somebody else's answer would sign its person in as them.
 *
 * @param of - what was begun: a sign-in, in a browser that is known by now, or signing out
 * @throws IdentityError `saml_relay_state_not_found`, `saml_relay_state_expired`
 */
export async function takeRelayState(
  db: Kysely<IdentityTables>,
  { id, lifetimeMs, of }: { id: string; lifetimeMs: number; of: { browserHash: Uint8Array | undefined } | "sign-out" },
): Promise<RelayState> {
  const row = await db
    .deleteFrom("auth.saml_relay_states")
    .where("id", "=", id)
    .where((eb) => {
      const beginnings = eb.selectFrom("vedette.saml_beginnings as b").select("b.id");
      if (of === "sign-out") return eb("id", "not in", beginnings.where("b.id", "=", id));
      return eb("id", "in", beginnings.where("b.browser_hash", "=", of.browserHash ?? null));
    })
    .returning(["sso_provider_id", "request_id", "redirect_to", "flow_state_id"])
    .returning(sql<number>`extract(epoch from now() - created_at)::float8 * 1000`.as("age_ms"))
    .executeTakeFirst();
  if (row === undefined) throw new IdentityError("saml_relay_state_not_found");
  if (row.age_ms >= lifetimeMs) throw new IdentityError("saml_relay_state_expired");
  return {
    providerId: row.sso_provider_id,
    requestId: row.request_id,
    redirectTo: row.redirect_to ?? "",
    flowStateId: row.flow_state_id ?? undefined,
  };
}

/**
 * Remembers an assertion for as long as it could be used again.
 *
 * @throws IdentityError `validation_failed` when it was used before
 */
export async function useAssertion(
  db: Kysely<IdentityTables>,
  { providerId, assertion }: { providerId: string; assertion: Assertion },
): Promise<void> {
  const key = createHash("sha256")
    .update(JSON.stringify([providerId, assertion.id]))
    .digest();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("vedette.saml_assertions")
    .values({ key, expires_at: assertion.usableUntil })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) return;
  throw new IdentityError("validation_failed", { message: "SAML Assertion is not valid: it was used before" });
}

/** Gives out the code of a flow; the application that began it gets the session for it. */
export async function answerFlow(
  trx: Kysely<IdentityTables>,
  { flowStateId, userId }: { flowStateId: string; userId: string },
): Promise<string> {
  const flow = await trx
    .updateTable("auth.flow_state")
    .set({ user_id: userId, auth_code_issued_at: sql`now()`, updated_at: sql`now()` })
    .where("id", "=", flowStateId)
    .where("user_id", "is", null)
    .returning("auth_code")
    .executeTakeFirst();
  if (flow?.auth_code == null) throw new IdentityError("flow_state_already_used");
  return flow.auth_code;
}

/** Remembers which session at the identity provider a session here comes from. */
export async function storeSignIn(
  trx: Kysely<IdentityTables>,
  {
    providerId,
    assertion,
    ...of
  }: { providerId: string; assertion: Assertion } & ({ readonly sessionId: string } | { readonly flowStateId: string }),
): Promise<void> {
  const { nameId, sessionIndex, sessionNotOnOrAfter } = assertion;
  await trx
    .insertInto("vedette.saml_sign_ins")
    .values({
      id: randomUUID(),
      sso_provider_id: providerId,
      flow_state_id: "flowStateId" in of ? of.flowStateId : null,
      session_id: "sessionId" in of ? of.sessionId : null,
      name_id: nameId?.value ?? null,
      name_id_format: nameId?.format ?? null,
      name_qualifier: nameId?.qualifiers.nameQualifier ?? null,
      sp_name_qualifier: nameId?.qualifiers.spNameQualifier ?? null,
      session_index: sessionIndex ?? null,
      not_after: sessionNotOnOrAfter ?? null,
    })
    .execute();
}

/** Hands what a flow has remembered over to its session, and ends the session when the identity provider says so. */
export async function bindSignIn(
  trx: Kysely<IdentityTables>,
  { flowStateId, sessionId }: { flowStateId: string; sessionId: string },
): Promise<void> {
  const bound = await trx
    .updateTable("vedette.saml_sign_ins")
    .set({ session_id: sessionId, flow_state_id: null })
    .where("flow_state_id", "=", flowStateId)
    .returning("not_after")
    .executeTakeFirst();
  await limitSession(trx, { sessionId, notAfter: bound?.not_after ?? undefined });
}

export async function limitSession(
  trx: Kysely<IdentityTables>,
  { sessionId, notAfter }: { sessionId: string; notAfter: Date | undefined },
): Promise<void> {
  if (notAfter === undefined) return;
  await trx.updateTable("auth.sessions").set({ not_after: notAfter }).where("id", "=", sessionId).execute();
}
