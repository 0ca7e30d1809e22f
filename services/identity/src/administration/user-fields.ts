import { normalizeEmail } from "../addresses/email.ts";
import { normalizePhone } from "../addresses/phone.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { Metadata } from "../identity-tables.ts";
import { isKnownHash } from "../passwords/password-hasher.ts";
import { MAX_PASSWORD_BYTES } from "../passwords/password-rules.ts";
import type { NewAccount } from "../users/create-user.ts";
import { banEnd } from "./ban-duration.ts";

/** What an administrator says about a user, as it comes. */
export interface UserFields {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly password?: string | undefined;
  readonly passwordHash?: string | undefined;
  readonly isEmailConfirmed?: boolean | undefined;
  readonly isPhoneConfirmed?: boolean | undefined;
  readonly userMetadata?: Metadata | undefined;
  readonly appMetadata?: Metadata | undefined;
  readonly role?: string | undefined;
  readonly audience?: string | undefined;
  readonly banDuration?: string | undefined;
  /** Of a user who comes from elsewhere: then there are these ways to sign in and no others. */
  readonly accounts?: readonly NewAccount[] | undefined;
}

/** The same, checked and ready to be stored. */
export interface ReadyFields extends Omit<UserFields, "password" | "banDuration"> {
  /** `null` ends a ban. */
  readonly bannedUntil: Date | null | undefined;
}

/**
 * Checks what an administrator says and hashes the password. Strength is the administrator's business.
 *
 * @throws IdentityError `validation_failed`
 */
export async function readUserFields(
  { passwords }: Pick<Identity, "passwords">,
  { password, banDuration, ...fields }: UserFields,
): Promise<ReadyFields> {
  if (password !== undefined && fields.passwordHash !== undefined) {
    throw new IdentityError("validation_failed", {
      message: "Only a password or a password hash should be provided",
    });
  }
  if (fields.passwordHash !== undefined && !isKnownHash(fields.passwordHash)) {
    throw new IdentityError("validation_failed", { message: "The password hash has no form that is known here" });
  }
  if (password !== undefined) requireHashable(password);
  return {
    ...fields,
    email: fields.email === undefined ? undefined : normalizeEmail(fields.email),
    phone: fields.phone === undefined ? undefined : normalizePhone(fields.phone),
    bannedUntil: banDuration === undefined ? undefined : banEnd(banDuration, new Date()),
    passwordHash: password === undefined ? fields.passwordHash : await passwords.hash(password),
  };
}

function requireHashable(password: string): void {
  if (password !== "" && Buffer.byteLength(password) <= MAX_PASSWORD_BYTES) return;
  throw new IdentityError("validation_failed", {
    message: `Password must have 1 to ${MAX_PASSWORD_BYTES} characters`,
  });
}
