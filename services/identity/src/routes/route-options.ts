import type { Identity } from "../identity.ts";
import type { IdentityAccess } from "./access.ts";

/** No setting lets an answer take longer, and the whole of a table has this long. */
export const LONGEST_ANSWER_MS = 600_000;

/** What every group of routes is given. */
export interface RouteOptions {
  readonly identity: Identity;
  readonly access: IdentityAccess;
}
