import type { Database, KeyRing } from "@vedette/database";
import type { Log } from "@vedette/delivery";
import { readAllowedHosts } from "@vedette/http";
import type { ConfigurableSetting, SettingSource, Settings } from "@vedette/settings";
import type { Kysely } from "kysely";
import { ADMINISTRATOR } from "../audit/audit-entry.ts";
import { withAuditLog } from "../audit/audit-log.ts";
import { auditSettings } from "../audit/audit-settings.ts";
import { hookTargetFault } from "../hooks/hook-target.ts";
import type { IdentityTables } from "../identity-tables.ts";
import { ConfigurationError } from "./configuration-error.ts";
import { describeField, type FieldDescription, readField, showField } from "./field-value.ts";
import { concernsFactors, type FieldReader, isFactorRequired, lockoutOf } from "./required-factor-rules.ts";
import {
  readStoredSettings,
  SETTINGS_CHANNEL,
  type SeenSettings,
  type SettingAuthor,
  type SettingChange,
  type StoredSetting,
  storeDerived,
  storeSettings,
} from "./stored-settings.ts";

/** The settings that can be changed while the server runs. */
export interface Configuration extends AsyncDisposable {
  /** Reads what other processes have changed, where it must not be a moment old. */
  refresh(): Promise<void>;
  /** Every field with the value in force; secrets are `null`. */
  show(): Readonly<Record<string, unknown>>;
  /** Every field with what is known of it: its meaning, its limits, its value and where that comes from. */
  describe(): readonly FieldDescription[];
  /**
   * Changes fields, all or none; `null` is the default again. In force at once here, and in every other process as soon
   * as the store has told it. The audit log keeps what was before and is then; of secrets only that they were changed.
   *
   * @param by - default: administration by key, from nowhere in particular
   * @param seen - what must still hold of the fields; by default the last of two changes stands
   * @returns fields that were passed over, with the reason
   * @throws ConfigurationError `field_invalid`, `field_pinned`, `field_overtaken`
   * @see spec 1, Configuration endpoint
   */
  change(
    fields: Readonly<Record<string, unknown>>,
    by?: SettingAuthor,
    seen?: SeenSettings,
  ): Promise<readonly string[]>;
  /**
   * Changes a field to what is made of its value as it is stored by then, whoever has changed that meanwhile.
   *
   * @throws ConfigurationError what `change` throws
   */
  derive(field: string, make: (stored: unknown) => unknown, by: SettingAuthor): Promise<void>;
  /**
   * Every field as it would be after such a change. Changes nothing.
   *
   * @throws ConfigurationError what `change` throws
   */
  try(fields: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>;
}

export interface ConfigurationOptions {
  /** Migrated with `identityMigrations`. */
  readonly db: Database;
  readonly keyRing: KeyRing;
  readonly settings: Settings;
  readonly log: Pick<Log, "warn"> & Partial<Pick<Log, "info">>;
  /** The setting `security.outbound.allowed_hosts`; hooks on private addresses are refused if absent. */
  readonly allowedHosts?: readonly string[];
  /** Finds the names that belong to no role; every name is accepted if absent. */
  readonly unknownRoles?: (names: readonly string[]) => Promise<readonly string[]>;
}

const SOMEBODY_BY_KEY: SettingAuthor = { actor: ADMINISTRATOR, origin: { ipAddress: "", userAgent: "" } };

/** How long a change may go unnoticed where the store cannot tell, behind a pooler for instance. */
const LOOK_EVERY_MS = 10_000;

/** Loads what was changed before and keeps following what other processes change. */
export async function openConfiguration(options: ConfigurationOptions): Promise<Configuration> {
  const { settings, keyRing, log } = options;
  const store = { db: withAuditLog(options.db, { settings: settings.of(auditSettings), log }), keyRing };
  let stored: ReadonlyMap<string, StoredSetting> = new Map();
  const valueInForce = (field: string): unknown => settings.configurable().find((it) => it.field === field)?.value;
  let wasRequired = true;
  const load = oneAtATime(async () => {
    stored = await readStoredSettings(store, settings.configurable());
    settings.useStored(new Map([...stored].map(([key, { value }]) => [key, value])));
    const isRequired = isFactorRequired(valueInForce);
    // Whoever requires the factor again gives everyone the whole grace period again.
    if (wasRequired && !isRequired) await options.db.query("delete from vedette.required_factors");
    wasRequired = isRequired;
  });
  const follow = (): void => {
    load().catch((err: unknown) => log.warn({ err }, "changed settings could not be read; the old ones stay"));
  };
  await load();
  await warnOfFactors(options, valueInForce);
  const stop = await options.db.listen(SETTINGS_CHANNEL, follow).catch((err: unknown) => {
    log.warn({ err }, "the store cannot announce changed settings; they are looked for every ten seconds");
    return async () => {};
  });
  const timer = setInterval(follow, LOOK_EVERY_MS).unref();
  const read = (fields: Readonly<Record<string, unknown>>) => {
    const byField = new Map(settings.configurable().map((setting) => [setting.field, setting]));
    const { sent, passedOver } = sortFields(fields);
    const changes = sent.map(([field, value]) => readChange(byField, field, value));
    refuseMailLimitWithoutServer(byField, changes);
    refuseUncallableHooks(changes, options.allowedHosts ?? []);
    return { changes, passedOver };
  };
  const requireFactor = async (trx: Kysely<IdentityTables>, changes: readonly SettingChange[]): Promise<void> => {
    if (!changes.some(({ setting }) => concernsFactors(setting.field))) return;
    const concerned = settings.configurable().filter(({ field }) => concernsFactors(field));
    const values = await readStoredSettings({ db: trx, keyRing }, concerned);
    const inForce = ({ key, source, value, declaration }: ConfigurableSetting): unknown =>
      isPinned(source) ? value : (values.get(key)?.value ?? declaration.default);
    refuseUnavailableFactor(new Map(concerned.map((it) => [it.field, { ...it, value: inForce(it) }])), changes);
  };
  return {
    refresh: load,
    show: () => Object.fromEntries(settings.configurable().map((setting) => [setting.field, showField(setting)])),
    describe: () => settings.configurable().map((setting) => describeField(setting, stored.get(setting.key))),
    async change(fields, by = SOMEBODY_BY_KEY, seen) {
      const { changes, passedOver } = read(fields);
      await refuseUnknownRoles(changes, options.unknownRoles);
      await storeSettings(store, changes, { by, seen, check: requireFactor });
      await load();
      return passedOver;
    },
    async derive(field, make, by) {
      const { changes } = read({ [field]: null });
      for (const { setting } of changes) {
        const byField = new Map([[field, setting]]);
        const changeOf = (value: unknown) => readChange(byField, field, make(value ?? setting.declaration.default));
        await storeDerived(store, { setting, changeOf }, { by, check: requireFactor });
      }
      await load();
    },
    async try(fields) {
      const { changes } = read(fields);
      refuseUnavailableFactor(new Map(settings.configurable().map((it) => [it.field, it])), changes);
      await refuseUnknownRoles(changes, options.unknownRoles);
      const changed = new Map(changes.map(({ setting, value }) => [setting.field, value]));
      const asItWouldBe = (setting: ConfigurableSetting) =>
        changed.has(setting.field)
          ? { ...setting, value: changed.get(setting.field) ?? setting.declaration.default }
          : setting;
      return Object.fromEntries(
        settings.configurable().map((setting) => [setting.field, showField(asItWouldBe(setting))]),
      );
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await stop();
    },
  };
}

/** Runs one at a time: who asks for it during a run waits for one that begins afterwards. */
function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    next = undefined;
    running = run();
    return running;
  };
  return () => {
    next ??= running.then(begin, begin);
    return next;
  };
}

/** Values from file and environment do not pass the checks of a change: they are reported, and the server starts. */
async function warnOfFactors({ log, unknownRoles }: ConfigurationOptions, valueInForce: FieldReader): Promise<void> {
  const lockout = lockoutOf(valueInForce);
  if (lockout !== undefined) log.warn({ setting: "auth.mfa" }, lockout);
  const named = valueInForce("mfa_required_roles");
  const unknown = Array.isArray(named) ? ((await unknownRoles?.(named.map(String))) ?? []) : [];
  if (unknown.length > 0) {
    log.warn({ setting: "auth.mfa.required_roles" }, `there is no role ${quoted(unknown)}: it requires no factor`);
  }
}

/** The limit of codes and links is what it is. @see spec 1, Limits: "not customizable" */
const FIXED_FIELDS: ReadonlySet<string> = new Set(["rate_limit_verify"]);

function sortFields(fields: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(fields);
  return {
    sent: entries.filter(([field]) => !FIXED_FIELDS.has(field)),
    passedOver: entries.flatMap(([field]) => (FIXED_FIELDS.has(field) ? [`${field} cannot be changed`] : [])),
  };
}

function isPinned(source: SettingSource): boolean {
  return source === "environment" || source === "file";
}

function readChange(byField: ReadonlyMap<string, ConfigurableSetting>, field: string, sent: unknown): SettingChange {
  const setting = byField.get(field);
  if (setting === undefined) throw new ConfigurationError("field_invalid", `There is no field ${field.slice(0, 100)}`);
  const value = sent === null ? undefined : readField(setting, sent);
  const { source, declaration, key } = setting;
  if (source === "environment") {
    throw new ConfigurationError("field_pinned", `${field} is set by the environment variable ${declaration.env}`);
  }
  if (source === "file") throw new ConfigurationError("field_pinned", `${field} is set by ${key} in the file`);
  return { setting, value };
}

/** @see spec 1, Limits: "customizable only with custom SMTP" */
function refuseMailLimitWithoutServer(
  byField: ReadonlyMap<string, ConfigurableSetting>,
  changes: readonly SettingChange[],
): void {
  const changed = (field: string) => changes.find(({ setting }) => setting.field === field);
  if (changed("rate_limit_email_sent")?.value === undefined) return;
  const host = changed("smtp_host") ?? byField.get("smtp_host");
  if (typeof host?.value === "string" && host.value !== "") return;
  throw new ConfigurationError(
    "field_invalid",
    "rate_limit_email_sent can be changed only with a mail server of your own",
  );
}

/** @see contract of identity, 12.2: "`http://` only to localhost, 127.0.0.1, ::1, host.docker.internal" */
function refuseUncallableHooks(changes: readonly SettingChange[], hosts: readonly string[]): void {
  const allowedHosts = readAllowedHosts(hosts);
  for (const { setting, value } of changes) {
    if (!/^hook_.*_uri$/.test(setting.field) || typeof value !== "string" || value === "") continue;
    const fault = hookTargetFault(value, { allowedHosts, isOperators: false });
    if (fault !== undefined) throw new ConfigurationError("field_invalid", `${setting.field}: ${fault}`);
  }
}

/** A second factor that is required while no kind of factor can be added would lock its users out. */
function refuseUnavailableFactor(
  byField: ReadonlyMap<string, ConfigurableSetting>,
  changes: readonly SettingChange[],
): void {
  if (!changes.some(({ setting }) => concernsFactors(setting.field))) return;
  const fault = lockoutOf((field) => {
    const change = changes.find(({ setting }) => setting.field === field);
    return change === undefined ? byField.get(field)?.value : (change.value ?? change.setting.declaration.default);
  });
  if (fault !== undefined) throw new ConfigurationError("field_invalid", fault);
}

/** A misspelled role would require the factor of nobody. */
async function refuseUnknownRoles(
  changes: readonly SettingChange[],
  unknownRoles: ConfigurationOptions["unknownRoles"],
): Promise<void> {
  const named = changes.find(({ setting }) => setting.field === "mfa_required_roles")?.value;
  if (!Array.isArray(named)) return;
  const unknown = (await unknownRoles?.(named.map(String))) ?? [];
  if (unknown.length === 0) return;
  throw new ConfigurationError("field_invalid", `mfa_required_roles: there is no role ${quoted(unknown)}`);
}

function quoted(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name.slice(0, 128))).join(", ");
}
