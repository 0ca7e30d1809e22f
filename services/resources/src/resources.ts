import type { Identity } from "@vedette/identity";
import type { Store } from "./objects/store.ts";

/** What the routes and rules of this service stand on. */
export interface Resources {
  readonly db: Store;
  readonly identity: Identity;
  /** Where people reach the server, without a trailing slash. */
  readonly publicUrl: string;
  /** Secret for continue tokens, the same in every process. */
  readonly tokenKey: Uint8Array;
}
