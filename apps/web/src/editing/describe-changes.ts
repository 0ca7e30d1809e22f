import { isObject, type JsonObject, objectsOf, scalarText, textOf, textsOf } from "../dashboard/model/json.ts";
import { type JsonDifference, jsonDifferences } from "../dashboards/json-differences.ts";
import { hasChoices } from "./document-option.ts";
import { editingMessages as texts } from "./messages.ts";
import { optionAt } from "./panel-options.ts";
import { isPanelKey, isSame, partsOf } from "./parts-of-document.ts";

/** One panel or setting that somebody changed. */
export interface Change {
  /** `Panel “p99”`, `Title`. */
  readonly what: string;
  /** What became of it: `Thresholds: 400 → 500`. None when all is said. */
  readonly details: readonly string[];
}

/** What people changed, in words. */
export function describeChanges(before: JsonObject, now: JsonObject): readonly Change[] {
  const old = new Map(partsOf(before).map(({ key, value }) => [key, value]));
  const next = new Map(partsOf(now).map(({ key, value }) => [key, value]));
  return [...new Set([...old.keys(), ...next.keys()])]
    .filter((key) => !isSame(old.get(key), next.get(key)))
    .flatMap((key) => {
      const [from, to] = [old.get(key), next.get(key)];
      return isPanelKey(key) ? panelChange(from, to) : settingChange(key, from, to);
    });
}

function panelChange(before: unknown, now: unknown): Change {
  if (!isObject(now)) return { what: texts.panelRemoved(isObject(before) ? titleOf(before) : ""), details: [] };
  if (!isObject(before)) return { what: texts.panelAdded(titleOf(now)), details: [] };
  return { what: texts.panelChanged(titleOf(now)), details: memberChanges(before, now) };
}

function titleOf(panel: JsonObject): string {
  return textOf(panel["title"]) || textOf(panel["type"]);
}

/** A place changes as one; all else by what people see of it. */
function memberChanges(before: JsonObject, now: JsonObject): readonly string[] {
  const [{ gridPos: from, ...old }, { gridPos: to, ...next }] = [before, now];
  const found = jsonDifferences(old, next)
    .flatMap(apart)
    .map(({ path, before: was, after }) => {
      const { label, inWords } = labelOf(path, next);
      return changed(label, inWords(was), inWords(after));
    });
  return [
    ...new Set([...(isSame(from, to) ? [] : [changed(nameOf("gridPos"), placeOf(from), placeOf(to))]), ...found]),
  ];
}

/** An object that came or went as a whole, member by member: people changed one thing of it. */
function apart({ path, before, after }: JsonDifference): readonly JsonDifference[] {
  // What has a list of its own is said in one line.
  if (LISTS.some(([place]) => path.startsWith(place))) return [{ path, before, after }];
  const isWhole = (before ?? after)?.startsWith("{") === true && (before === undefined || after === undefined);
  if (!isWhole) return [{ path, before, after }];
  const read = (json: string | undefined): unknown => (json === undefined ? {} : JSON.parse(json));
  const inside = jsonDifferences(read(before), read(after), path);
  return inside.length === 0 ? [{ path, before, after }] : inside.flatMap(apart);
}

function placeOf(gridPos: unknown): string | undefined {
  if (!isObject(gridPos)) return undefined;
  const { x, y, w, h } = gridPos;
  return `${scalarText(w) ?? "?"} × ${scalarText(h) ?? "?"} (${scalarText(x) ?? "?"}, ${scalarText(y) ?? "?"})`;
}

/** Parts of a panel that people change in lists of their own. */
const LISTS = [
  ["fieldConfig.overrides", texts.override.title],
  ["fieldConfig.defaults.thresholds", texts.thresholds],
  ["fieldConfig.defaults.mappings", texts.mapping.title],
  ["fieldConfig.defaults.links", texts.link.ofValues],
  ["links", texts.link.ofPanel],
] as const;

interface Labelled {
  readonly label: string;
  /** @param json - a value as JSON; what is too long to be read in a line gives `undefined` */
  readonly inWords: (json: string | undefined) => string | undefined;
}

/** What people call a place of a panel, as `fieldConfig.defaults.unit`. */
function labelOf(path: string, panel: JsonObject): Labelled {
  const query = /^targets\[(\d+)\](?:\.(\w+))?/.exec(path);
  if (query !== null) {
    const [, at = "0", member = ""] = query;
    const letter = textOf(objectsOf(panel["targets"])[Number(at)]?.["refId"]) || String(Number(at) + 1);
    const label = texts.query(letter);
    return { label: member === "" || member === "expr" ? label : `${label}, ${nameOf(member)}`, inWords: shortText };
  }
  const list = LISTS.find(([place]) => path.startsWith(place));
  if (list !== undefined) return { label: list[1], inWords: shortText };
  const option = optionAt(textOf(panel["type"]), path.replace(/\[\d+\]$/, ""));
  if (option === undefined) return { label: nameOf(path.split(/[.[]/)[0] ?? path), inWords: shortText };
  const { label, control } = option;
  const choices = hasChoices(control) ? control.choices : [];
  const word = (text: string) => choices.find(({ id }) => id === text)?.label ?? text;
  return {
    label,
    inWords: (json) => {
      const several = textsIn(json);
      if (several.length > 0) return several.map(word).join(", ");
      const text = shortText(json);
      return text === undefined ? undefined : word(text);
    },
  };
}

function settingChange(key: string, before: unknown, now: unknown): Change {
  const what = capital(nameOf(key));
  const lists = [before, now].map((value) => itemsOf(value));
  const [old, next] = lists;
  if (old === undefined || next === undefined) {
    const [from, to] = [shortText(jsonOf(before)), shortText(jsonOf(now))];
    return from === undefined && to === undefined
      ? { what, details: [] }
      : { what: changed(what, from, to), details: [] };
  }
  const names = [...new Set([...old.keys(), ...next.keys()])];
  return { what, details: names.flatMap((name) => itemChanges(name, old.get(name), next.get(name))) };
}

/** Variables, events and links by what they are called; `undefined` for other settings. */
function itemsOf(value: unknown): ReadonlyMap<string, JsonObject> | undefined {
  const list = isObject(value) ? value["list"] : value;
  if (!Array.isArray(list) || !list.every(isObject)) return undefined;
  return new Map(list.map((item: JsonObject) => [textOf(item["name"]) || textOf(item["title"]), item]));
}

function itemChanges(name: string, before: JsonObject | undefined, now: JsonObject | undefined): readonly string[] {
  if (before === undefined) return [texts.itemAdded(name)];
  if (now === undefined) return [texts.itemRemoved(name)];
  return jsonDifferences(before, now).map(({ path, before: was, after }) =>
    changed(`${name}, ${nameOf(path)}`, shortText(was), shortText(after)),
  );
}

function changed(label: string, from: string | undefined, to: string | undefined): string {
  if (from === undefined && to === undefined) return label;
  return `${label}: ${from ?? texts.unsaid} → ${to ?? texts.unsaid}`;
}

function jsonOf(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

/** Of a list as JSON. */
function textsIn(json: string | undefined): readonly string[] {
  return json?.startsWith("[") === true ? textsOf(JSON.parse(json)) : [];
}

const LONGEST = 60;

/** A text, number or truth value as people read it; a long one is cut. */
function shortText(json: string | undefined): string | undefined {
  if (json === undefined || /^[[{]/.test(json) || json === "null" || json === '""') return undefined;
  const text = json.startsWith('"') ? textOf(JSON.parse(json)) : json;
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A part of a document as people call it: `panel 3/fieldConfig/defaults/unit` is `Panel “Load”: Unit`. */
export function nameOfPart(key: string, document: JsonObject): string {
  const [first = "", ...rest] = key.split("/");
  const panel = partsOf(document).find((part) => part.key === first)?.value;
  if (!isPanelKey(first)) return capital([first, ...rest].map(nameOf).join(", "));
  if (!isObject(panel)) return first;
  const what = texts.panelChanged(titleOf(panel));
  return rest.length === 0 ? what : `${what}: ${nameOfMember(rest, textOf(panel["type"]))}`;
}

function nameOfMember([member = "", ...rest]: readonly string[], kind: string): string {
  if (member === "targets" && rest[0] !== undefined)
    return [texts.query(rest[0]), ...rest.slice(1).map(nameOf)].join(", ");
  return optionAt(kind, [member, ...rest].join("."))?.label ?? [member, ...rest].map(nameOf).join(", ");
}

/** A member of a document as people call it. */
function nameOf(member: string): string {
  const names: Readonly<Record<string, string>> = texts.members;
  return Object.hasOwn(names, member) ? (names[member] ?? member) : member;
}
