import { randomUUID } from "node:crypto";
import { type KeyRing, seal, unseal } from "@vedette/database";
import { type Static, Type } from "typebox";
import { Check } from "typebox/value";

/** What a job is stored with: mails and text messages hold codes and links, which nobody is to read in the database. */
export type SealedPayload = Static<typeof SealedSchema>;

const SealedSchema = Type.Object({ seal_id: Type.String({ minLength: 36, maxLength: 36 }), sealed: Type.String() });

/** Its own id instead of the job's: a dead letter keeps what the job held and gets another id. */
const place = (sealId: string) => ({ table: "vedette_jobs.job", column: "data", rowId: sealId }) as const;

export function sealPayload(keyRing: KeyRing, payload: object): SealedPayload {
  const sealId = randomUUID();
  return { seal_id: sealId, sealed: seal(keyRing, JSON.stringify(payload), place(sealId)) };
}

/**
 * What a job was queued with. One that was queued before payloads were sealed is itself.
 *
 * @throws DatabaseError `key_unknown`, `secret_unreadable`
 */
export function openPayload(keyRing: KeyRing, stored: unknown): unknown {
  if (!Check(SealedSchema, stored)) return stored;
  return JSON.parse(unseal(keyRing, stored.sealed, place(stored.seal_id)));
}
