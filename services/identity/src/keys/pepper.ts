import { randomBytes } from "node:crypto";
import { type KeyRing, seal, unseal } from "@vedette/database";
import type { Kysely } from "kysely";
import type { IdentityTables } from "../identity-tables.ts";

const NAME = "pepper";
const PLACE = { table: "vedette.identity_secrets", column: "sealed", rowId: NAME } as const;

/** The secret that all machines mix into hashes of short codes. Made at the first start. */
export async function openPepper(db: Kysely<IdentityTables>, keyRing: KeyRing): Promise<Uint8Array> {
  await db
    .insertInto("vedette.identity_secrets")
    .values({ name: NAME, sealed: seal(keyRing, randomBytes(32).toString("base64url"), PLACE) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { sealed } = await db
    .selectFrom("vedette.identity_secrets")
    .where("name", "=", NAME)
    .select("sealed")
    .executeTakeFirstOrThrow();
  return Buffer.from(unseal(keyRing, sealed, PLACE), "base64url");
}
