import type { IncomingHttpHeaders } from "node:http";
import { isDeepStrictEqual } from "node:util";
import type { Identity } from "../identity.ts";
import type { Metadata } from "../identity-tables.ts";
import { isBanned } from "../users/ban.ts";
import { isProven } from "../users/proven-user.ts";
import type { ExternalIdentity } from "./external-identity.ts";
import { isUnproved } from "./prove-user.ts";
import { putExternalIdentity, takeOverClaims } from "./put-external-identity.ts";
import { signInExternally } from "./sign-in-externally.ts";

/**
 * The user who stands for an account of the operator's provider; made, or linked to one, when it is seen first.
 *
 * @throws IdentityError as signing in through any provider does
 */
export async function outsideUser(
  identity: Identity,
  external: ExternalIdentity,
  headers: IncomingHttpHeaders,
): Promise<{ readonly userId: string; readonly email: string } | undefined> {
  const known = await identity.db
    .selectFrom("auth.identities as i")
    .innerJoin("auth.users as u", "u.id", "i.user_id")
    .select(["u.id", "u.email", "u.banned_until", "i.identity_data", "i.last_sign_in_at"])
    .select(isProven().as("is_proven"))
    .where("i.provider", "=", external.provider)
    .where("i.provider_id", "=", external.subject)
    .where("u.deleted_at", "is", null)
    .executeTakeFirst();
  // Whoever has not proved an address goes the whole way again, which ends when the provider vouches for it.
  if (known !== undefined && (!isUnproved(known) || identity.settings["auth.email.allow_unverified_sign_ins"])) {
    if (isBanned(known, new Date())) return undefined;
    await takeNews(identity, { ...known, identity_data: known.identity_data ?? {} }, external);
    return { userId: known.id, email: known.email ?? "" };
  }
  const user = await signInExternally(identity, {
    external,
    isEmailOptional: true,
    audience: identity.settings["auth.jwt_audience"],
    redirectTo: identity.addresses.siteUrl,
    origin: { ipAddress: "", userAgent: headers["user-agent"] ?? "" },
    finish: async (_trx, found) => found,
  });
  return { userId: user.id, email: user.email ?? "" };
}

/** So often it is written down that the provider still says the same. */
const SAID_AGAIN_MS = 3_600_000;

/** What the provider says otherwise than before, above all groups; what it was not asked stays as it was. */
async function takeNews(
  { db }: Pick<Identity, "db">,
  known: { readonly id: string; readonly identity_data: Metadata; readonly last_sign_in_at: Date | null },
  external: ExternalIdentity,
): Promise<void> {
  const claims = { ...known.identity_data, ...external.claims };
  const isRecent = Date.now() - (known.last_sign_in_at?.getTime() ?? 0) < SAID_AGAIN_MS;
  if (isRecent && isDeepStrictEqual(claims, known.identity_data)) return;
  await db.transaction().execute(async (trx) => {
    await putExternalIdentity(trx, known.id, { ...external, claims });
    await takeOverClaims(trx, known.id, claims);
  });
}
