import { randomUUID } from "node:crypto";
import { violatedConstraint } from "@vedette/database";
import type { Kysely } from "kysely";
import { normalizeEmail } from "../addresses/email.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { requireStrongPassword } from "../passwords/password-rules.ts";
import { sealHash } from "../passwords/stored-hash.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { createUser, EMAIL_IS_UNIQUE } from "./create-user.ts";
import type { StoredUser } from "./stored-user.ts";

/**
 * Judges and hashes a new password, before the transaction that stores it.
 *
 * @throws IdentityError `validation_failed`, `weak_password`; HttpError `overloaded`
 */
export async function hashPassword(
  { passwords, settings }: Pick<Identity, "passwords" | "settings">,
  password: string,
): Promise<string> {
  await requireStrongPassword(password, settings);
  return passwords.hash(password);
}

/**
 * Creates a user whose address needs no proof: the first administrator, who came by the link of the set-up.
 *
 * @throws IdentityError `validation_failed`, `email_exists`
 */
export async function createConfirmedUser(
  identity: Pick<Identity, "settings" | "keyRing">,
  trx: Kysely<IdentityTables>,
  {
    email,
    passwordHash,
    name,
    origin,
  }: {
    email: string;
    /** From `hashPassword`. */
    passwordHash: string;
    name?: string | undefined;
    origin: RequestOrigin;
  },
): Promise<StoredUser> {
  const id = randomUUID();
  const address = normalizeEmail(email);
  const user = {
    id,
    audience: identity.settings["auth.jwt_audience"],
    role: identity.settings["auth.jwt_default_role"],
    email: { address, isConfirmed: true },
    passwordHash: sealHash(identity, id, passwordHash),
    userMetadata: { ...(name === undefined ? {} : { name }), sub: id, email: address, email_verified: true },
  };
  try {
    return await createUser(trx, { user, action: "user_signedup", origin });
  } catch (cause) {
    if (violatedConstraint(cause) === EMAIL_IS_UNIQUE) throw new IdentityError("email_exists", { cause });
    throw cause;
  }
}
