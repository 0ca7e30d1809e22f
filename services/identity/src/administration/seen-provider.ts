import { type Static, Type } from "typebox";
import { IdentityError } from "../errors.ts";

/** What somebody has read of a provider before they change it. */
export const SeenProvider = Type.Optional(Type.Object({ updated_at: Type.String({ format: "date-time" }) }));

/** Absent from clients that know nothing of it. */
export type SeenProvider = Static<typeof SeenProvider> | undefined;

/**
 * A change that another one has overtaken changes nothing. Asked in the transaction that writes.
 *
 * @param seen - without it the last of two changes stands
 * @throws IdentityError `provider_overtaken`
 */
export function requireSeen(seen: SeenProvider, updatedAt: Date): void {
  // What is told of a moment ends with its milliseconds.
  if (seen !== undefined && Date.parse(seen.updated_at) !== updatedAt.getTime())
    throw new IdentityError("provider_overtaken");
}
