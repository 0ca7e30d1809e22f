import { ResourceError } from "../errors.ts";
import type { Store } from "../objects/store.ts";
import type { Author } from "./caller.ts";
import { isAction, isAllowed, type Permission, permissionsOfRole, type Role, type SubjectKind } from "./permissions.ts";
import { wholeScope } from "./series-scope.ts";

/** Who holds roles. */
export interface Holder {
  readonly kind: SubjectKind;
  /** A user's or team's uuid, a service account's number, a basic role's name. */
  readonly id: string;
}

/** Nobody gives away what is not theirs. @throws ResourceError `grant_refused` */
export function requireGrantable({ caller }: Author, permissions: readonly Permission[]): void {
  if (!holdsAll(caller.permissions, permissions)) throw new ResourceError("grant_refused");
}

/** Whether each of the wanted permissions is covered by one that is held. */
export function holdsAll(held: readonly Permission[], wanted: readonly Permission[]): boolean {
  return wanted.every(({ action, scope }) => isAllowed(held, [{ action, scopes: [scope, wholeScope(scope)] }]));
}

/** As {@link requireGrantable}, for a basic role with the custom roles it has. @throws ResourceError `grant_refused` */
export async function requireGrantableRole(db: Store, author: Author, role: Role): Promise<void> {
  requireGrantable(author, permissionsOfRole(role));
  await requireGrantableHoldings(db, author, { kind: "basic-role", id: role });
}

/**
 * Whoever becomes part of a holder, or gets to act as one, gets the custom roles it has.
 *
 * @throws ResourceError `grant_refused`
 */
export async function requireGrantableHoldings(db: Store, author: Author, { kind, id }: Holder): Promise<void> {
  const rows = await db
    .selectFrom("vedette.role_assignments as a")
    .innerJoin("vedette.role_permissions as p", "p.role_uid", "a.role_uid")
    .select(["p.action", "p.scope"])
    .where("a.subject_kind", "=", kind)
    .where("a.subject", "=", id)
    .execute();
  const held = rows.flatMap(({ action, scope }) => (isAction(action) ? [{ action, scope }] : []));
  requireGrantable(author, held);
}
