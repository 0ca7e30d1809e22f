import { isObject, type JsonObject } from "../../dashboard/model/json.ts";
import { GRID_COLUMNS } from "../../dashboard/model/read-panel.ts";
import { parseDuration } from "../../dashboard/model/time/duration.ts";
import { editingMessages } from "../messages.ts";

/** What is wrong with a document, and where: `panels[3].gridPos.w`. */
export interface Fault {
  readonly path: string;
  readonly reason: string;
}

interface Check {
  (value: unknown, path: string): readonly Fault[];
  /** Of an object: what may stand in it. */
  readonly members?: Readonly<Record<string, Check>>;
  /** Of a list: what each of it is. */
  readonly item?: Check;
}

const texts = editingMessages.faults;

/** Everything in a dashboard document that would not be shown as it is written. A document without faults has none. */
export function documentFaults(document: unknown): readonly Fault[] {
  if (!isObject(document)) return [{ path: "", reason: texts.object }];
  return [...checkDocument(document, ""), ...repeatedIds(document), ...repeatedNames(document)];
}

const text: Check = (value, path) => (typeof value === "string" ? [] : [{ path, reason: texts.text }]);
const flag: Check = (value, path) => (typeof value === "boolean" ? [] : [{ path, reason: texts.flag }]);
const title: Check = (value, path) =>
  typeof value === "string" && value.trim() !== "" ? [] : [{ path, reason: texts.title }];
const duration: Check = (value, path) =>
  value === "" ||
  value === "auto" ||
  value === false ||
  (typeof value === "string" && parseDuration(value) !== undefined)
    ? []
    : [{ path, reason: texts.duration }];
const variableName: Check = (value, path) =>
  typeof value === "string" && /^\w+$/.test(value) ? [] : [{ path, reason: texts.variableName }];

function whole(least: number, most: number): Check {
  return (value, path) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most
      ? []
      : [{ path, reason: texts.whole(least, most) }];
}

function listOf(item: Check): Check {
  const check = (value: unknown, path: string) =>
    Array.isArray(value)
      ? value.flatMap((one: unknown, at) => item(one, `${path}[${at}]`))
      : [{ path, reason: texts.list }];
  return Object.assign(check, { item });
}

/** @param needed - members that must be there; the others are checked where they are */
function objectOf(members: Readonly<Record<string, Check>>, needed: readonly string[] = []): Check {
  const checkObject = (value: unknown, path: string) => {
    if (!isObject(value)) return [{ path, reason: texts.object }];
    return Object.entries(members).flatMap(([member, check]) => {
      const at = path === "" ? member : `${path}.${member}`;
      if (value[member] !== undefined) return check(value[member], at);
      return needed.includes(member) ? [{ path: at, reason: texts.missing }] : [];
    });
  };
  return Object.assign(checkObject, { members });
}

const gridPos = objectOf(
  {
    x: whole(0, GRID_COLUMNS - 1),
    y: whole(0, 100_000),
    w: whole(1, GRID_COLUMNS),
    h: whole(1, 500),
  },
  ["x", "y", "w", "h"],
);

const target = objectOf({ refId: text, expr: text, legendFormat: text, hide: flag, instant: flag, range: flag });

const panelMembers = {
  id: whole(1, Number.MAX_SAFE_INTEGER),
  type: text,
  title: text,
  description: text,
  gridPos,
  targets: listOf(target),
  options: objectOf({}),
  fieldConfig: objectOf({
    defaults: objectOf({}),
    overrides: listOf(objectOf({ matcher: objectOf({}) }, ["matcher"])),
  }),
  transformations: listOf(objectOf({ id: text }, ["id"])),
  links: listOf(objectOf({ title: text, url: text })),
};

const panel = objectOf({ ...panelMembers, panels: listOf(objectOf(panelMembers, ["type"])) }, ["type"]);

const checkDocument = objectOf(
  {
    title,
    tags: listOf(text),
    panels: listOf(panel),
    time: objectOf({ from: text, to: text }, ["from", "to"]),
    refresh: duration,
    timezone: text,
    schemaVersion: whole(0, 10_000),
    graphTooltip: whole(0, 2),
    fiscalYearStartMonth: whole(0, 11),
    editable: flag,
    templating: objectOf({ list: listOf(objectOf({ name: variableName, type: text }, ["name", "type"])) }),
    annotations: objectOf({ list: listOf(objectOf({ name: text }, ["name"])) }),
    links: listOf(objectOf({ title: text, url: text, tags: listOf(text) })),
  },
  ["title"],
);

/** What is known of a place in a document. @param path - names of members and numbers of items */
export function knownOf(path: readonly (string | number)[]): {
  /** What may stand in the object there. */
  readonly members: readonly string[];
  /** It is true or false. */
  readonly isFlag: boolean;
} {
  const check = path.reduce<Check | undefined>(
    (at, step) => (typeof step === "number" ? at?.item : at?.members?.[step]),
    checkDocument,
  );
  return { members: Object.keys(check?.members ?? {}), isFlag: check === flag };
}

/** The second of two panels with one id, those in closed rows too. */
function repeatedIds(document: JsonObject): readonly Fault[] {
  const panels = Array.isArray(document["panels"]) ? document["panels"].filter(isObject) : [];
  const placed = panels.flatMap((one, at) => [
    { id: one["id"], path: `panels[${at}].id` },
    ...(Array.isArray(one["panels"]) ? one["panels"].filter(isObject) : []).map((inner, row) => ({
      id: inner["id"],
      path: `panels[${at}].panels[${row}].id`,
    })),
  ]);
  return repeated(placed.map(({ id, path }) => ({ key: id, path })));
}

function repeatedNames({ templating }: JsonObject): readonly Fault[] {
  const list = isObject(templating) && Array.isArray(templating["list"]) ? templating["list"].filter(isObject) : [];
  return repeated(list.map(({ name }, at) => ({ key: name, path: `templating.list[${at}].name` })));
}

function repeated(keys: readonly { readonly key: unknown; readonly path: string }[]): readonly Fault[] {
  const first = new Map<unknown, string>();
  return keys.flatMap(({ key, path }) => {
    if (key === undefined) return [];
    const before = first.get(key);
    if (before === undefined) first.set(key, path);
    return before === undefined ? [] : [{ path, reason: texts.taken(before) }];
  });
}
