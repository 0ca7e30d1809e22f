import { randomUUID } from "node:crypto";
import type { Metadata } from "../identity-tables.ts";
import type { UserAnswer } from "./user-answer.ts";

/**
 * What somebody sees who signs up with an address that is taken: a user who does not exist. Clients know it by the
 * empty list of identities, strangers learn nothing about the real user.
 *
 * @see spec 1, Errors: "obfuscated response"
 */
export function obfuscatedUser({
  email,
  data,
  audience,
}: {
  email: string;
  data: Metadata;
  audience: string;
}): UserAnswer {
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    aud: audience,
    role: "",
    email,
    phone: "",
    confirmation_sent_at: now,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

/** The same for a number. */
export function obfuscatedPhoneUser({
  phone,
  data,
  audience,
}: {
  phone: string;
  data: Metadata;
  audience: string;
}): UserAnswer {
  const app_metadata = { provider: "phone", providers: ["phone"] };
  return { ...obfuscatedUser({ email: "", data, audience }), phone, app_metadata };
}
