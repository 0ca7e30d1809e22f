import type { FactorRequirement } from "@vedette/identity";
import { ResourceError } from "../errors.ts";
import type { Permission, Role } from "./permissions.ts";
import type { TokenGroups } from "./team-people.ts";

/** The second factor that a session still needs, see `assessFactor`. */
type MissingFactor = Exclude<FactorRequirement, { kind: "satisfied" }>;

/** Who asks, as far as this service cares. */
export interface Caller {
  readonly kind: "user" | "service-account" | "api-key" | "wall" | "provisioning";
  /** The user's or service account's id; of a key what it is called. */
  readonly uid: string;
  /** How people know the caller: the e-mail address. */
  readonly login: string;
  readonly role: Role;
  /** Administers every organisation. */
  readonly isServerAdmin: boolean;
  /** How the caller is signed in, `server` being this program itself; a browser's cookie also comes with requests that foreign pages send. */
  readonly via: "bearer" | "cookie" | "key" | "server";
  /** Whether the user signed in with the browser that sent its cookie; absent for other callers. */
  readonly isInteractive?: boolean;
  /** What the caller may do, those of the role included. */
  readonly permissions: readonly Permission[];
  /** Present for a session that needs a second factor; while `required`, the caller holds no permissions. */
  readonly missingFactor?: MissingFactor;
  /** The name of the personal token that acts for the person; absent for a session. */
  readonly token?: string;
  /** Its token may less than the account that it is one of. */
  readonly isNarrowed?: boolean;
  /** What the token of another issuer says of the groups that its person is in. */
  readonly present?: TokenGroups;
}

/**
 * Allows only users who signed in with the browser that sends its cookie. A client that has an access token can open a
 * browser session with it, but not one of these.
 *
 * @throws ResourceError `token_by_token`, `not_allowed`, `sign_in_required`
 */
export function requireInteractiveSession({ kind, via, token, isInteractive }: Caller): void {
  if (token !== undefined) throw new ResourceError("token_by_token");
  if (kind !== "user" || via !== "cookie") throw new ResourceError("not_allowed");
  if (isInteractive !== true) throw new ResourceError("sign_in_required");
}

/** Who did something, as it stands in `createdBy` annotations and in the audit log: `user:<uid>`. */
export function authorOf({ kind, uid }: Pick<Caller, "kind" | "uid">): string {
  return `${kind}:${uid}`;
}

/**
 * The caller that work counts for in queues. Personal tokens count for their owner and tokens of a service account for
 * the account: nobody gets a larger share with more tokens.
 */
export function principalOf(caller: Pick<Caller, "kind" | "uid">): string {
  return authorOf(caller);
}

/** Who writes, and by which request. */
export interface Author {
  readonly caller: Caller;
  readonly requestId: string;
  /** The program, as `managedFields` names it. */
  readonly manager: string;
  /** Network address of the client. */
  readonly address: string;
}
