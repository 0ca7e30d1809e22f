import { parse, TomlError } from "smol-toml";
import { Check, Errors } from "typebox/value";
import type { SettingDeclaration, SettingsOf, SettingTable } from "./declare.ts";
import { readEnvironment } from "./environment.ts";
import { type SettingFault, SettingsError } from "./errors.ts";
import { meantName, nearestName } from "./nearest.ts";

/** Where the value that is in force was written. */
export type SettingSource = "default" | "stored" | "file" | "environment";

/** A setting that can be changed while the server runs. */
export interface ConfigurableSetting {
  readonly key: string;
  /** Its name in the body of the configuration endpoint. */
  readonly field: string;
  readonly declaration: SettingDeclaration;
  readonly value: unknown;
  readonly source: SettingSource;
}

/** Every setting of the house with its value and where that came from. */
export interface Settings {
  /** The values of one table. */
  of<Table extends SettingTable>(table: Table): SettingsOf<Table>;
  sourceOf(key: string): SettingSource;
  /** The settings that have a field of the configuration endpoint, with the values in force. */
  configurable(): readonly ConfigurableSetting[];
  /**
   * Takes values that were changed while the server runs instead of those taken before. File and environment win; a
   * value that its declaration does not allow counts as none.
   */
  useStored(values: ReadonlyMap<string, unknown>): void;
  /** Takes the values of these keys from settings that were read anew, all at once. */
  takeOver(fresh: Settings, keys: Iterable<string>): void;
  /**
   * One sentence for each variable that begins with `VEDETTE_` and means nothing, and for each number of a reference
   * service's variable that was moved to the nearest allowed one.
   */
  readonly warnings: readonly string[];
}

/** What the operator wrote. */
export interface SettingSources {
  /** The text of `vedette.toml` and its path for messages; absent without a file. */
  readonly file?: { readonly path: string; readonly text: string };
  readonly env: NodeJS.ProcessEnv;
}

interface Found {
  readonly value: unknown;
  readonly source: SettingSource;
}

/**
 * Reads all settings once. Order, later wins: default, file, environment.
 *
 * @throws SettingsError listing every fault: unparsable file, unknown key (with the nearest known one), value outside its limits
 */
export function loadSettings(tables: readonly SettingTable[], sources: SettingSources): Settings {
  const declarations = new Map(tables.flatMap((table) => Object.entries(table)));
  const faults: SettingFault[] = [];
  const warnings: string[] = [];
  const written = readFileKeys(sources, declarations, faults);
  const found = new Map<string, Found>();
  for (const [key, declaration] of declarations) {
    found.set(key, findValue(key, declaration, written, sources, { faults, warnings }));
  }
  if (faults.length > 0) throw new SettingsError(faults);
  return settingsOver(found, declarations, [...warnings, ...unknownVariables(declarations, sources.env)]);
}

/** Settings for a test or an embedded use: the defaults of one table with some values of the caller's own. */
export function settingsFrom<Table extends SettingTable>(
  table: Table,
  values: Partial<SettingsOf<Table>> = {},
): SettingsOf<Table> {
  const defaults = Object.entries(table).map(([key, { default: value }]) => [key, value] as const);
  // Proven by construction: every key of the table is there with a value of its own type.
  return { ...Object.fromEntries(defaults), ...values } as SettingsOf<Table>;
}

function settingsOver(
  read: ReadonlyMap<string, Found>,
  declarations: ReadonlyMap<string, SettingDeclaration>,
  warnings: readonly string[],
): Settings {
  let written = read;
  let found = written;
  return {
    of: <Table extends SettingTable>(table: Table) => {
      const view = {};
      for (const key of Object.keys(table)) {
        Object.defineProperty(view, key, { enumerable: true, get: () => found.get(key)?.value });
      }
      // Proven by findValue: each value was checked against the schema of its key.
      return view as SettingsOf<Table>;
    },
    sourceOf: (key) => found.get(key)?.source ?? "default",
    configurable: () =>
      [...declarations].flatMap(([key, declaration]) => {
        const { value, source } = found.get(key) ?? { value: declaration.default, source: "default" };
        return declaration.field === undefined ? [] : [{ key, field: declaration.field, declaration, value, source }];
      }),
    useStored(values) {
      // Taken all at once: nobody sees half of a change.
      found = new Map([...written].map(([key, was]) => [key, storedOr(was, declarations.get(key), values.get(key))]));
    },
    takeOver(fresh, keys) {
      const values: Readonly<Record<string, unknown>> = fresh.of(Object.fromEntries(declarations));
      const taken = [...keys].map((key) => [key, { value: values[key], source: fresh.sourceOf(key) }] as const);
      written = new Map([...written, ...taken]);
      found = new Map([...found, ...taken]);
    },
    warnings,
  };
}

function storedOr(was: Found, declaration: SettingDeclaration | undefined, value: unknown): Found {
  if (was.source !== "default" || value === undefined || declaration === undefined) return was;
  return Check(declaration.type, value) ? { value, source: "stored" } : was;
}

function findValue(
  key: string,
  declaration: SettingDeclaration,
  written: ReadonlyMap<string, unknown>,
  { env, file }: SettingSources,
  { faults, warnings }: { readonly faults: SettingFault[]; readonly warnings: string[] },
): Found {
  const variable = readEnvironment(declaration, env);
  if (variable.kind === "fault") faults.push({ origin: "environment", message: variable.message });
  if (variable.kind === "value") {
    const { name, value, isReference } = variable;
    const fault = describeFault(name, declaration, value);
    const within = fault === undefined || isReference !== true ? undefined : withinLimits(declaration, value);
    if (within !== undefined) {
      warnings.push(`${name} is ${String(value)}, which is outside the limits here: ${within} is used`);
      return { value: within, source: "environment" };
    }
    if (fault !== undefined) faults.push({ origin: "environment", message: fault });
    return { value, source: "environment" };
  }
  const inFile = writtenValue(key, declaration, written, env);
  if (inFile === undefined) return { value: declaration.default, source: "default" };
  const { name, value } = inFile;
  const fault = describeFault(name, declaration, value);
  if (fault !== undefined) faults.push({ origin: "file", message: `${file?.path ?? "vedette.toml"}: ${fault}` });
  return { value, source: "file" };
}

/** The nearest number that the setting allows; `undefined` for what is not a number. */
function withinLimits({ type }: SettingDeclaration, value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== "number") return undefined;
  const forms: unknown = Reflect.get(type, "anyOf");
  for (const form of Array.isArray(forms) ? forms : [type]) {
    const { minimum = number, maximum = number }: { minimum?: number; maximum?: number } = form;
    const within = Math.min(maximum, Math.max(minimum, number));
    if (Check(type, within)) return within;
  }
  return undefined;
}

/** What the file says of a setting, under its own key or in other words. */
function writtenValue(
  key: string,
  { alike = [], fromFile = (value) => value }: SettingDeclaration,
  written: ReadonlyMap<string, unknown>,
  env: NodeJS.ProcessEnv,
): { readonly name: string; readonly value: unknown } | undefined {
  if (written.has(key)) return { name: key, value: fromFile(resolveReference(written.get(key), env)) };
  for (const { key: name, read } of alike) {
    const value = written.has(name) ? read(resolveReference(written.get(name), env)) : undefined;
    if (value !== undefined) return { name, value };
  }
  return undefined;
}

/** `env(NAME)` in the file stands for that variable. */
function resolveReference(value: unknown, env: NodeJS.ProcessEnv): unknown {
  const name = typeof value === "string" ? /^env\(([A-Za-z_][A-Za-z0-9_]*)\)$/.exec(value)?.[1] : undefined;
  return name === undefined ? value : (env[name] ?? "");
}

function describeFault(name: string, declaration: SettingDeclaration, value: unknown): string | undefined {
  if (Check(declaration.type, value)) return undefined;
  const shown = declaration.secret ? "is not allowed:" : `is ${brief(value)}, which is not allowed:`;
  if (declaration.allowed !== undefined) return `${name} ${shown} it must be ${declaration.allowed}`;
  const allowed = Errors(declaration.type, value)
    .map((error) => error.message)
    .join(", ");
  return `${name} ${shown} it ${allowed || "has the wrong type"}`;
}

/** Whole templates may be settings; a message shows their beginning. */
function brief(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

const MAX_SHOWN = 200;

function readFileKeys(
  { file }: SettingSources,
  declarations: ReadonlyMap<string, SettingDeclaration>,
  faults: SettingFault[],
): ReadonlyMap<string, unknown> {
  const keys = new Map<string, unknown>();
  if (file === undefined) return keys;
  try {
    collectKeys(parse(file.text), "", { declarations, lists: listsOf(declarations) }, keys);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = error.message.split("\n", 1)[0];
    faults.push({ origin: "file", message: `${file.path}:${error.line}:${error.column} is not valid TOML: ${reason}` });
  }
  refuseSameTwice(file.path, declarations, keys, faults);
  const others = new Set([...declarations.values()].flatMap(({ alike = [] }) => alike.map(({ key }) => key)));
  for (const key of keys.keys()) {
    if (declarations.has(key) || others.has(key)) continue;
    const near = meantName(key, declarations.keys());
    const hint = near === undefined ? "remove it" : `did you mean ${near}?`;
    faults.push({ origin: "file", message: `${file.path}: there is no setting ${key}; ${hint}` });
  }
  return keys;
}

/** What one key says must not be said again in other words. */
function refuseSameTwice(
  path: string,
  declarations: ReadonlyMap<string, SettingDeclaration>,
  keys: ReadonlyMap<string, unknown>,
  faults: SettingFault[],
): void {
  for (const [key, { alike = [] }] of declarations) {
    const said = alike.filter((other) => keys.has(other.key) && other.read(keys.get(other.key)) !== undefined);
    const [name, other] = [...said.map((words) => words.key), ...(keys.has(key) ? [key] : [])];
    if (other !== undefined)
      faults.push({ origin: "file", message: `${path}: ${name} and ${other} say the same; keep one` });
  }
}

/** A list whose items may be sections of the file. */
interface SectionList extends NonNullable<SettingDeclaration["sections"]> {
  readonly key: string;
  /** Sections that are not items, since settings stand below them. */
  readonly taken: ReadonlySet<string>;
}

function listsOf(declarations: ReadonlyMap<string, SettingDeclaration>): readonly SectionList[] {
  const names = [...declarations].flatMap(([key, { alike = [] }]) => [key, ...alike.map((other) => other.key)]);
  return [...declarations].flatMap(([key, { sections }]) => {
    if (sections === undefined) return [];
    const below = names.filter((name) => name.startsWith(sections.below));
    const taken = new Set(below.map((name) => name.slice(sections.below.length).split(".", 1)[0] ?? ""));
    return [{ key, ...sections, taken }];
  });
}

function collectKeys(
  table: Readonly<Record<string, unknown>>,
  prefix: string,
  known: { declarations: ReadonlyMap<string, SettingDeclaration>; lists: readonly SectionList[] },
  into: Map<string, unknown>,
): void {
  for (const [name, value] of Object.entries(table)) {
    const key = prefix + name;
    if (!isTable(value) || known.declarations.has(key)) {
      const items = into.get(key);
      // Sections may stand before the list itself.
      into.set(key, Array.isArray(value) && Array.isArray(items) ? [...value, ...items] : value);
      continue;
    }
    const list = known.lists.find(({ below, taken }) => below === prefix && nearestName(name, taken) === undefined);
    if (list === undefined) collectKeys(value, `${key}.`, known, into);
    else addItem(list, name, value, into);
  }
}

function addItem(
  { key, read }: SectionList,
  name: string,
  section: Readonly<Record<string, unknown>>,
  into: Map<string, unknown>,
): void {
  const item = read(name, section);
  const before = into.get(key);
  if (item !== undefined) into.set(key, [...(Array.isArray(before) ? before : []), item]);
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function unknownVariables(declarations: ReadonlyMap<string, SettingDeclaration>, env: NodeJS.ProcessEnv): string[] {
  const known = new Set(
    [...declarations.values()].flatMap(({ env: name, envAlike, secret }) => [
      name,
      ...(envAlike === undefined ? [] : [envAlike]),
      ...(secret ? [`${name}_FILE`] : []),
    ]),
  );
  return Object.keys(env)
    .filter((name) => name.startsWith("VEDETTE_") && !known.has(name) && !name.startsWith("VEDETTE_TEST_"))
    .map((name) => {
      const near = meantName(name, known);
      return `The environment variable ${name} means nothing here${near === undefined ? "" : `; did you mean ${near}?`}`;
    });
}
