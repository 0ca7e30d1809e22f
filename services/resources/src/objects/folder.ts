import { ResourceError } from "../errors.ts";
import { isThere, type Store } from "./store.ts";

/** @throws ResourceError `request_invalid` unless the folder exists; empty is the root */
export async function requireFolder(trx: Store, namespace: string, folder: string): Promise<void> {
  if (folder === "" || (await isThere(trx, { resource: "folders", namespace, name: folder }))) return;
  throw new ResourceError("request_invalid", { detail: `the folder ${JSON.stringify(folder)} does not exist` });
}
