import { domainToUnicode } from "node:url";
import { type RawBuilder, sql } from "kysely";

// Rows from imports, SQL or older services can have upper-case letters in an e-mail address, a domain in Unicode, or a
// plus in front of a phone number. The reference service compares `lower(email)`, and so does everything here.

const ALIASES = { u: sql.ref("u"), a: sql.ref("a"), o: sql.ref("o") } as const;
type Alias = keyof typeof ALIASES;

/**
 * Compares the stored e-mail address of a user, whatever form it was stored in. Uses the index
 * `users_instance_id_email_idx` of the reference schema.
 *
 * @param emails - in the form of `normalizeEmail`
 */
export function hasEmail(alias: Alias, emails: readonly string[]): RawBuilder<boolean> {
  const row = ALIASES[alias];
  return sql<boolean>`(lower(${row}.email) = any(${emails.flatMap(formsOf)}::text[])
    and (${row}.instance_id = '00000000-0000-0000-0000-000000000000' or ${row}.instance_id is null))`;
}

/** Orders rows so that the address in its normal form comes before any other. */
export function exactEmailFirst(alias: Alias, email: string): RawBuilder<number> {
  return sql<number>`case when ${ALIASES[alias]}.email = ${email} then 0 else 1 end`;
}

/**
 * Compares the stored phone number of a user, with or without a plus.
 *
 * @param phone - in the form of `normalizePhone`
 */
export function hasPhone(alias: Alias, phone: string): RawBuilder<boolean> {
  return sql<boolean>`${ALIASES[alias]}.phone = any(${[phone, `+${phone}`]}::text[])`;
}

/**
 * An e-mail address as a value to store. If another user has it in another form, the value is that form: the unique
 * index of the column compares letter by letter and would accept both.
 */
export function uniqueEmail(email: string, exceptId: string): RawBuilder<string> {
  return sql<string>`coalesce((select o.email from auth.users o where ${hasEmail("o", [email])}
    and o.is_sso_user = false and o.id <> ${exceptId} limit 1), ${email})`;
}

/** A phone number as a value to store, like {@link uniqueEmail}. */
export function uniquePhone(phone: string, exceptId: string): RawBuilder<string> {
  return sql<string>`coalesce((select o.phone from auth.users o where ${hasPhone("o", phone)}
    and o.id <> ${exceptId} limit 1), ${phone})`;
}

/** The address and number of the user `u` in the form in which everything here compares them. */
export const normalAddresses = [
  sql<string | null>`lower(u.email)`.as("email"),
  sql<string | null>`ltrim(u.phone, '+')`.as("phone"),
] as const;

function formsOf(email: string): string[] {
  const [local = "", domain = ""] = email.split("@");
  return domain.includes("xn--") ? [email, `${local}@${domainToUnicode(domain)}`] : [email];
}
