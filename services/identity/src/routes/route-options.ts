import type { Identity } from "../identity.ts";
import type { IdentityAccess } from "./access.ts";

/** What every group of routes is given. */
export interface RouteOptions {
  readonly identity: Identity;
  readonly access: IdentityAccess;
}
