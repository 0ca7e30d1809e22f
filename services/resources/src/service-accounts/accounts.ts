import { randomUUID } from "node:crypto";
import { sqlStateOf } from "@vedette/database";
import { changesTold, creationTold, removalTold } from "@vedette/identity";
import { type ExpressionBuilder, sql } from "kysely";
import type { Author } from "../access/caller.ts";
import { requireGrantableHoldings, requireGrantableRole } from "../access/grants.ts";
import type { Role } from "../access/permissions.ts";
import { recordAudit } from "../audit/record.ts";
import { slugOf } from "../dashboards/slug.ts";
import { ResourceError } from "../errors.ts";
import type { Store } from "../objects/store.ts";
import type { ResourceDatabase } from "../resource-tables.ts";
import { containing } from "../search/containing.ts";

/** A program's account: it signs in with tokens. */
export interface ServiceAccount {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly login: string;
  readonly role: Role;
  readonly isDisabled: boolean;
  readonly createdAt: Date;
  /** How many tokens it has, expired ones included. */
  readonly tokens: number;
}

/** What is said of a service account; what is absent in a change stays as it is. */
export interface ServiceAccountDraft {
  readonly name?: string | undefined;
  readonly role?: Role | undefined;
  readonly isDisabled?: boolean | undefined;
}

/** @throws ResourceError `grant_refused` for a role that is more than the author's, `name_taken` */
export async function addServiceAccount(
  db: Store,
  draft: { name: string; role: Role; isDisabled: boolean },
  author: Author,
): Promise<ServiceAccount> {
  const { name, role, isDisabled } = draft;
  const added = await whileNameIsFree(async () =>
    db.transaction().execute(async (trx) => {
      await requireGrantableRole(trx, author, role);
      const login = `sa-${slugOf(name)}`;
      const row = await trx
        .insertInto("vedette.service_accounts")
        .values({ uid: randomUUID(), name, login, role, is_disabled: isDisabled })
        .returning("id")
        .executeTakeFirstOrThrow();
      const target = `serviceaccounts/${row.id}`;
      await recordAudit(trx, author, {
        action: "serviceaccounts.create",
        target,
        details: { name, role },
        changes: creationTold(draft, TOLD_FIELDS),
      });
      return row;
    }),
  );
  return await requireServiceAccount(db, added.id);
}

/**
 * @throws ResourceError `service_account_not_found`, `grant_refused` for a new role, or for an account that is to be
 *   enabled, that may more than the author
 */
export async function changeServiceAccount(
  db: Store,
  id: string,
  { change, author }: { change: ServiceAccountDraft; author: Author },
): Promise<ServiceAccount> {
  await db.transaction().execute(async (trx) => {
    const { name, role, isDisabled } = change;
    const before = await requireServiceAccount(trx, id);
    await requireGrantableChange(trx, author, { account: before, change });
    const set = {
      ...(name === undefined ? {} : { name }),
      ...(role === undefined ? {} : { role }),
      ...(isDisabled === undefined ? {} : { is_disabled: isDisabled }),
    };
    if (Object.keys(set).length === 0) return;
    await trx.updateTable("vedette.service_accounts").set(set).where("id", "=", id).execute();
    const details = { name, role, isDisabled };
    const changes = changesTold(before, await requireServiceAccount(trx, id), TOLD_FIELDS);
    const target = `serviceaccounts/${id}`;
    await recordAudit(trx, author, { action: "serviceaccounts.update", target, details, changes });
  });
  return await requireServiceAccount(db, id);
}

/** What the audit log tells of an account. */
const TOLD_FIELDS = ["name", "role", "isDisabled"] as const;

async function requireGrantableChange(
  trx: Store,
  author: Author,
  { account, change: { role, isDisabled } }: { account: ServiceAccount; change: ServiceAccountDraft },
): Promise<void> {
  if (role !== undefined) await requireGrantableRole(trx, author, role);
  if (isDisabled === false) await requireGrantableAccount(trx, author, { ...account, role: role ?? account.role });
}

/** Removes an account with its tokens and roles. @throws ResourceError `service_account_not_found` */
export async function removeServiceAccount(db: Store, id: string, author: Author): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const account = await requireServiceAccount(trx, id);
    const { name } = account;
    await trx.deleteFrom("vedette.service_accounts").where("id", "=", id).execute();
    await trx
      .deleteFrom("vedette.role_assignments")
      .where("subject_kind", "=", "service-account")
      .where("subject", "=", id)
      .execute();
    const target = `serviceaccounts/${id}`;
    await recordAudit(trx, author, {
      action: "serviceaccounts.delete",
      target,
      details: { name },
      changes: removalTold(account, TOLD_FIELDS),
    });
  });
}

/** @throws ResourceError `service_account_not_found` */
export async function requireServiceAccount(db: Store, id: string): Promise<ServiceAccount> {
  const row = await accounts(db).where("vedette.service_accounts.id", "=", id).executeTakeFirst();
  if (row === undefined) throw new ResourceError("service_account_not_found");
  return accountOf(row);
}

/** One page of accounts by name, and how many there are. */
export async function listServiceAccounts(
  db: Store,
  { query, page, perPage }: { query: string; page: number; perPage: number },
): Promise<{ accounts: ServiceAccount[]; total: number }> {
  const matches = (eb: ExpressionBuilder<ResourceDatabase, "vedette.service_accounts">) =>
    eb.or([eb("name", "ilike", containing(query)), eb("login", "ilike", containing(query))]);
  const { count } = await db
    .selectFrom("vedette.service_accounts")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where(matches)
    .executeTakeFirstOrThrow();
  const rows = await accounts(db)
    .where(matches)
    .orderBy("name")
    .orderBy("id")
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return { accounts: rows.map(accountOf), total: Number(count) };
}

function accounts(db: Store) {
  return db
    .selectFrom("vedette.service_accounts")
    .selectAll()
    .select(
      sql<number>`(select count(*)::integer from vedette.service_tokens t where t.account_id = service_accounts.id)`.as(
        "tokens",
      ),
    );
}

type AccountRow = Awaited<ReturnType<ReturnType<typeof accounts>["executeTakeFirstOrThrow"]>>;

function accountOf({ id, is_disabled, created_at, ...rest }: AccountRow): ServiceAccount {
  return { id: Number(id), isDisabled: is_disabled, createdAt: created_at, ...rest };
}

/** Nobody gets to act as an account that may more than they themselves. @throws ResourceError `grant_refused` */
export async function requireGrantableAccount(
  db: Store,
  author: Author,
  { id, role }: Pick<ServiceAccount, "id" | "role">,
): Promise<void> {
  await requireGrantableRole(db, author, role);
  await requireGrantableHoldings(db, author, { kind: "service-account", id: String(id) });
}

/** @throws ResourceError `name_taken` */
export async function whileNameIsFree<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (sqlStateOf(error) === "23505") throw new ResourceError("name_taken", { cause: error });
    throw error;
  }
}
