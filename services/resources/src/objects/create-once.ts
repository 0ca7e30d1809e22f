import { type Creation, createObject } from "./create.ts";
import { once } from "./once.ts";
import type { Store } from "./store.ts";

/**
 * Makes an object, or gives the answer that the same request got before.
 *
 * @param key - of the sender's choice, the same when it sends the request again; absent for one that is sent once
 * @returns the object as JSON
 * @throws ResourceError of `createObject`, `idempotency_mismatch`
 */
export async function createOnce(db: Store, creation: Creation, key: string | undefined): Promise<string> {
  const make = async (store: Store) => (await createObject(store, creation)).text;
  const { kind, namespace, body, author, mode } = creation;
  if (key === undefined || mode === "dry-run") return await make(db);
  return await once(db, { key, author, parts: [kind.plural, namespace, body.text] }, make);
}
