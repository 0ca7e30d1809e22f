import { randomUUID } from "node:crypto";
import { repeatable, violatedConstraint } from "@vedette/database";
import type { Kysely } from "kysely";
import { type AuditAction, insertAuditEntry } from "../audit/audit-entry.ts";
import type { Identity } from "../identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { RequestOrigin } from "../request-origin.ts";
import { DIRECTORY } from "./directory.ts";
import {
  addMembers,
  countGroups,
  deleteGroup,
  findGroup,
  GROUP_UNIQUE,
  insertGroup,
  lockGroup,
  removeMembers,
  updateGroup,
} from "./groups.ts";
import { ScimError } from "./scim-error.ts";
import type { ScimGroup, StoredGroup } from "./scim-group.ts";

type GroupDirectory = Pick<Identity, "db" | "settings">;

/** So many members of one change are named in the audit log; it counts them all. */
const NAMED_IN_AUDIT = 100;

/**
 * Creates a group of the directory.
 *
 * @throws ScimError `uniqueness` when there is a group of this name or id, `invalidValue` for members whom the directory
 *   does not have; 403 when there are too many groups
 */
export async function createGroup(
  { db, settings }: GroupDirectory,
  group: ScimGroup,
  origin: RequestOrigin,
): Promise<StoredGroup> {
  const id = randomUUID();
  return rejectingTaken(() =>
    repeatable(() =>
      db.transaction().execute(async (trx) => {
        const most = settings["auth.scim.max_groups"];
        if ((await countGroups(trx)) >= most) {
          throw new ScimError(403, `The directory has ${most} groups already (auth.scim.max_groups)`);
        }
        await insertGroup(trx, id, group);
        await addMembers(trx, id, group.members);
        await record(trx, "scim_group_created", { id, name: group.displayName, added: group.members, origin });
        return requireGroup(trx, id);
      }),
    ),
  );
}

/**
 * Makes a group what the directory says now.
 *
 * @returns `undefined` when the directory has no such group
 * @throws ScimError `uniqueness`, `invalidValue`
 */
export async function changeGroup(
  { db }: GroupDirectory,
  { id, change, origin }: { id: string; change: (group: StoredGroup) => ScimGroup; origin: RequestOrigin },
): Promise<StoredGroup | undefined> {
  return rejectingTaken(() =>
    repeatable(() =>
      db.transaction().execute(async (trx) => {
        const before = await lockGroup(trx, id);
        if (before === undefined) return undefined;
        const group = change(before);
        const [known, wanted] = [new Set(before.members), new Set(group.members)];
        const added = group.members.filter((member) => !known.has(member));
        const removed = [...known].filter((member) => !wanted.has(member));
        await updateGroup(trx, before.id, group);
        await removeMembers(trx, before.id, removed);
        await addMembers(trx, before.id, added);
        await record(trx, "scim_group_updated", { id: before.id, name: group.displayName, added, removed, origin });
        return requireGroup(trx, before.id);
      }),
    ),
  );
}

/**
 * Removes a group; its members stay users.
 *
 * @returns whether there was such a group
 */
export async function removeGroup(
  { db }: GroupDirectory,
  { id, origin }: { id: string; origin: RequestOrigin },
): Promise<boolean> {
  return repeatable(() =>
    db.transaction().execute(async (trx) => {
      const group = await lockGroup(trx, id);
      if (group === undefined || !(await deleteGroup(trx, group.id))) return false;
      const { displayName: name, members: removed } = group;
      await record(trx, "scim_group_deleted", { id: group.id, name, removed, origin });
      return true;
    }),
  );
}

interface GroupChange {
  readonly id: string;
  readonly name: string;
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
  readonly origin: RequestOrigin;
}

async function record(
  trx: Kysely<IdentityTables>,
  action: AuditAction,
  { id, name, added = [], removed = [], origin }: GroupChange,
): Promise<void> {
  const traits = {
    group_id: id,
    group: name,
    ...membersOf("added", added),
    ...membersOf("removed", removed),
  };
  await insertAuditEntry(trx, { action, actor: DIRECTORY, origin, traits }).execute();
}

function membersOf(kind: "added" | "removed", members: readonly string[]) {
  if (members.length === 0) return {};
  return { [kind]: members.slice(0, NAMED_IN_AUDIT), [`${kind}_count`]: members.length };
}

async function requireGroup(trx: Kysely<IdentityTables>, id: string): Promise<StoredGroup> {
  const group = await findGroup(trx, id);
  if (group === undefined) throw new ScimError(404, "There is no such group any more");
  return group;
}

async function rejectingTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!GROUP_UNIQUE.has(violatedConstraint(cause) ?? "")) throw cause;
    throw new ScimError(409, "There is a group with this displayName or externalId", { scimType: "uniqueness", cause });
  }
}
