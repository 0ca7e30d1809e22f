import { createHmac, randomUUID } from "node:crypto";
import type { Identity } from "../identity.ts";
import type { Metadata } from "../identity-tables.ts";
import type { UserAnswer } from "./user-answer.ts";

interface Obfuscation {
  readonly data: Metadata;
  readonly audience: string;
}

/**
 * What somebody sees who signs up with an address that is taken: a user who does not exist. Clients know it by the
 * empty list of identities, strangers learn nothing about the real user. Where accounts are hidden from applications, too,
 * it looks like a new user in everything, and like the same one each time.
 *
 * @see spec 1, Errors: "obfuscated response"
 */
export function obfuscatedUser(
  identity: Pick<Identity, "settings" | "pepper">,
  { email, ...obfuscation }: Obfuscation & { readonly email: string },
): UserAnswer {
  return nobody(identity, { provider: "email", email, phone: "" }, obfuscation);
}

/** The same for a number. */
export function obfuscatedPhoneUser(
  identity: Pick<Identity, "settings" | "pepper">,
  { phone, ...obfuscation }: Obfuscation & { readonly phone: string },
): UserAnswer {
  return nobody(identity, { provider: "phone", email: "", phone }, obfuscation);
}

interface Address {
  readonly provider: "email" | "phone";
  readonly email: string;
  readonly phone: string;
}

function nobody(
  { settings, pepper }: Pick<Identity, "settings" | "pepper">,
  address: Address,
  { data, audience }: Obfuscation,
): UserAnswer {
  const { provider, email, phone } = address;
  const now = new Date().toISOString();
  const user = {
    id: randomUUID(),
    aud: audience,
    role: "",
    email,
    phone,
    confirmation_sent_at: now,
    app_metadata: { provider, providers: [provider] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
  if (!settings["auth.security.hide_accounts"]) return user;
  const id = idFrom(pepper, `${provider}:${address[provider]}`);
  const claims = { ...data, sub: id, [provider]: address[provider], email_verified: false, phone_verified: false };
  const identity = {
    identity_id: idFrom(pepper, `identity:${id}`),
    id,
    user_id: id,
    identity_data: claims,
    provider,
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
    ...(email === "" ? {} : { email }),
  };
  return {
    ...user,
    id,
    role: settings["auth.jwt_default_role"],
    user_metadata: inStoredOrder(claims),
    identities: [identity],
  };
}

/** An id that nobody has, and that is the same for the same text. */
function idFrom(pepper: Uint8Array, text: string): string {
  const hex = createHmac("sha256", pepper).update(`nobody:${text}`).digest("hex");
  const variant = "89ab".charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Keys as PostgreSQL gives them back from jsonb, the shorter first: their order must not tell, either. */
function inStoredOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inStoredOrder);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, inStoredOrder(item)] as const);
  const size = (key: string) => Buffer.byteLength(key);
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => size(a) - size(b) || Buffer.compare(Buffer.from(a), Buffer.from(b))),
  );
}
