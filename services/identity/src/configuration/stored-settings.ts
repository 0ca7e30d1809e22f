import { type KeyRing, seal, unseal } from "@vedette/database";
import type { ConfigurableSetting } from "@vedette/settings";
import { type Kysely, sql } from "kysely";
import { type AuditEntry, insertAuditEntry } from "../audit/audit-entry.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { changeTold } from "./change-told.ts";
import { ConfigurationError } from "./configuration-error.ts";

/** A new value of a setting; `undefined` is its default again. */
export interface SettingChange {
  readonly setting: ConfigurableSetting;
  readonly value: unknown;
}

/** Who changes settings, and from where. */
export type SettingAuthor = Pick<AuditEntry, "actor" | "origin">;

/** When fields were set that somebody has read, `null` for never: what is not named is not compared. */
export type SeenSettings = Readonly<Record<string, string | null>>;

interface ChangeRules {
  readonly by: SettingAuthor;
  readonly seen?: SeenSettings | undefined;
  /** Refuses changes by what is stored, which nobody else changes meanwhile. */
  readonly check?: (trx: Kysely<IdentityTables>, changes: readonly SettingChange[]) => Promise<void>;
}

/** Every process of the installation listens here. */
export const SETTINGS_CHANNEL = "vedette_settings";

const place = (key: string) => ({ table: "vedette.settings", column: "value", rowId: key }) as const;

/** A value as it is stored, with whoever set it. */
export interface StoredSetting {
  readonly value: unknown;
  readonly setAt: Date;
  /** Empty where it is not known. */
  readonly setBy: string;
}

/** The stored values by key. Keys that no setting has any more are passed over. */
export async function readStoredSettings(
  { db, keyRing }: { db: Kysely<IdentityTables>; keyRing: KeyRing },
  settings: readonly ConfigurableSetting[],
): Promise<ReadonlyMap<string, StoredSetting>> {
  const byKey = new Map(settings.map((setting) => [setting.key, setting]));
  const rows = await db.selectFrom("vedette.settings").selectAll().execute();
  return new Map(
    rows.flatMap(({ key, value, updated_at: setAt, updated_by: setBy }) => {
      const declaration = byKey.get(key)?.declaration;
      if (declaration === undefined) return [];
      const text = declaration.secret ? unseal(keyRing, value, place(key)) : value;
      return [[key, { value: JSON.parse(text), setAt, setBy }] as const];
    }),
  );
}

/**
 * Stores changes, notes what was before and is now, and tells every process, all in one transaction.
 *
 * @throws ConfigurationError `field_overtaken`
 */
export async function storeSettings(
  { db, keyRing }: { db: Kysely<IdentityTables>; keyRing: KeyRing },
  changes: readonly SettingChange[],
  { by, seen = {}, check }: ChangeRules,
): Promise<void> {
  if (changes.length === 0) return;
  await inTurn(db, async (trx) => {
    await requireSeen(trx, changes, seen);
    await check?.(trx, changes);
    await writeSettings({ db: trx, keyRing }, changes, by);
  });
}

async function requireSeen(
  trx: Kysely<IdentityTables>,
  changes: readonly SettingChange[],
  seen: SeenSettings,
): Promise<void> {
  const compared = changes.filter(({ setting }) => seen[setting.field] !== undefined);
  if (compared.length === 0) return;
  const rows = await trx.selectFrom("vedette.settings").select(["key", "updated_at"]).execute();
  const setAt = new Map(rows.map(({ key, updated_at: at }) => [key, at.getTime()]));
  const overtaken = compared.find(({ setting: { field, key } }) => timeOf(seen[field]) !== setAt.get(key));
  if (overtaken === undefined) return;
  const { field } = overtaken.setting;
  throw new ConfigurationError("field_overtaken", `${field}: somebody else has set it since it was read`);
}

/** What is told of a moment ends with its milliseconds. */
function timeOf(text: string | null | undefined): number | undefined {
  return text === null || text === undefined ? undefined : Date.parse(text);
}

/**
 * Stores what is made of the value that is stored by then, so that of several who do that at once each has a part in it.
 *
 * @param changeOf - is given `undefined` where the default holds
 */
export async function storeDerived(
  { db, keyRing }: { db: Kysely<IdentityTables>; keyRing: KeyRing },
  { setting, changeOf }: { setting: ConfigurableSetting; changeOf: (stored: unknown) => SettingChange },
  { by, check }: Omit<ChangeRules, "seen">,
): Promise<void> {
  await inTurn(db, async (trx) => {
    const stored = await readStoredSettings({ db: trx, keyRing }, [setting]);
    const changes = [changeOf(stored.get(setting.key)?.value)];
    await check?.(trx, changes);
    await writeSettings({ db: trx, keyRing }, changes, by);
  });
}

/** One change after another, in all processes: of two at once, the second would not find the row that the first put there. */
async function inTurn(
  db: Kysely<IdentityTables>,
  write: (trx: Kysely<IdentityTables>) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${SETTINGS_CHANNEL}))`.execute(trx);
    await write(trx);
  });
}

async function writeSettings(
  { db: trx, keyRing }: { db: Kysely<IdentityTables>; keyRing: KeyRing },
  changes: readonly SettingChange[],
  by: SettingAuthor,
): Promise<void> {
  const told: object[] = [];
  for (const { setting, value } of changes) {
    const { key, declaration } = setting;
    const gone = trx.deleteFrom("vedette.settings").where("key", "=", key).returning("value");
    told.push(...changeTold(setting, { before: (await gone.executeTakeFirst())?.value, after: value }));
    if (value === undefined) continue;
    const text = JSON.stringify(value);
    const stored = declaration.secret ? seal(keyRing, text, place(key)) : text;
    const updated_by = by.actor.email || by.actor.phone || by.actor.id;
    await trx.insertInto("vedette.settings").values({ key, value: stored, updated_by }).execute();
  }
  const settings = changes.map(({ setting }) => setting.key);
  await insertAuditEntry(trx, { ...by, action: "setting_changed", traits: { settings, changes: told } }).execute();
  await sql`select pg_notify(${SETTINGS_CHANNEL}, '')`.execute(trx);
}
