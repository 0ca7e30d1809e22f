import { type Static, Type } from "typebox";
import { Check } from "typebox/value";

/** A mail as a rule asks for it; the sender's address and the headers come from the settings. */
export type Mail = Static<typeof MailSchema>;

const MEGABYTE = 1_048_576;

const MailSchema = Type.Object({
  /** One bare address, e.g. `ada@example.org`. */
  to: Type.String({ maxLength: 320, pattern: "^[^\\s@<>,;]+@[^\\s@<>,;]+$" }),
  subject: Type.String({ maxLength: 998, pattern: "^[^\\r\\n]*$" }),
  text: Type.String({ maxLength: MEGABYTE }),
  html: Type.String({ maxLength: MEGABYTE }),
  /** What it is about: `confirmation`, `invite`, `recovery` … */
  kind: Type.String({ pattern: "^[a-z][a-z0-9_]{0,63}$" }),
});

/** Whether a job's payload is a mail; older or foreign rows may hold anything. */
export function isMail(payload: unknown): payload is Mail {
  return Check(MailSchema, payload);
}
