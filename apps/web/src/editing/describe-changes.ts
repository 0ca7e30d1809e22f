import { isObject, type JsonObject, objectsOf, textOf } from "../dashboard/model/json.ts";
import { type JsonDifference, jsonDifferences } from "../dashboards/json-differences.ts";
import type { Conflict } from "./merge-documents.ts";
import { editingMessages as texts } from "./messages.ts";
import {
  capital,
  itemPlace,
  nameOf,
  PANEL_LISTS,
  panelPlace,
  settingPlace,
  titleOf,
  type Worded,
} from "./part-words.ts";
import { isPanelKey, isSame, partsOf } from "./parts-of-document.ts";
import { setIn, valueIn } from "./set-in.ts";

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

/** Parts of a panel that change as one, whatever of them was changed. */
const WHOLES: readonly (readonly string[])[] = [["gridPos"], ["options", "sortBy"]];

/** Those that do when something came or went in them; else they say what of them was changed. */
const LISTS: readonly (readonly string[])[] = [
  ["fieldConfig", "defaults", "thresholds"],
  ["fieldConfig", "defaults", "mappings"],
  ["fieldConfig", "overrides"],
];

/** Some parts change as one; all else by what people see of it. */
function memberChanges(before: JsonObject, now: JsonObject): readonly string[] {
  const paths = [...WHOLES, ...LISTS.filter((path) => hasOtherParts(valueIn(before, path), valueIn(now, path)))];
  const wholes = paths.flatMap((path) => {
    const [from, to] = [valueIn(before, path), valueIn(now, path)];
    return isSame(from, to) ? [] : [changed(panelPlace(path, now), from, to)];
  });
  const found = jsonDifferences(without(before, paths), without(now, paths))
    .flatMap(apart)
    .map(({ path, before: was, after }) => changed(panelPlace(membersIn(path, now), now), read(was), read(after)));
  return [...new Set([...wholes, ...found])];
}

function hasOtherParts(before: unknown, now: unknown): boolean {
  return jsonDifferences(before, now).some((one) => one.before === undefined || one.after === undefined);
}

function without(panel: JsonObject, paths: readonly (readonly string[])[]): JsonObject {
  return paths.reduce((rest, path) => setIn(rest, path, undefined), panel);
}

/** An object that came or went as a whole, member by member: people changed one thing of it. */
function apart({ path, before, after }: JsonDifference): readonly JsonDifference[] {
  // What has a list of its own is said in one line.
  if (PANEL_LISTS.some(([place]) => path.startsWith(place))) return [{ path, before, after }];
  const isWhole = (before ?? after)?.startsWith("{") === true && (before === undefined || after === undefined);
  if (!isWhole) return [{ path, before, after }];
  const inside = jsonDifferences(read(before) ?? {}, read(after) ?? {}, path);
  return inside.length === 0 ? [{ path, before, after }] : inside.flatMap(apart);
}

/** @param json - `undefined` for nothing */
function read(json: string | undefined): unknown {
  return json === undefined ? undefined : JSON.parse(json);
}

/** `targets[1].expr` as `["targets", "B", "expr"]`; the place in a list of values is that of the list. */
function membersIn(path: string, panel: JsonObject): readonly string[] {
  const [first = "", second, ...rest] = path.split(/[.[\]]+/).filter((member) => member !== "");
  if (second === undefined) return [first];
  if (first === "targets") return [first, letterOf(panel, Number(second)), ...rest];
  if (first === "panels") return [first, String(objectsOf(panel["panels"])[Number(second)]?.["id"] ?? second), ...rest];
  return [first, second, ...rest].filter((member, at, all) => at < all.length - 1 || !/^\d+$/.test(member));
}

function letterOf(panel: JsonObject, at: number): string {
  return textOf(objectsOf(panel["targets"])[at]?.["refId"]) || String(at + 1);
}

function settingChange(key: string, before: unknown, now: unknown): Change {
  const [old, next] = [itemsOf(before), itemsOf(now)];
  if (old === undefined || next === undefined) return ownChange(key, before, now);
  const names = [...new Set([...old.keys(), ...next.keys()])];
  const details = names.flatMap((name) =>
    itemChanges(name, { setting: key, before: old.get(name), now: next.get(name) }),
  );
  return { what: capital(nameOf(key)), details };
}

/** Of a setting that is no list: what of it was changed. */
function ownChange(key: string, before: unknown, now: unknown): Change {
  if (!isObject(before) || !isObject(now)) return { what: changed(settingPlace([key], {}), before, now), details: [] };
  const details = jsonDifferences(before, now).map(({ path, before: was, after }) =>
    changed(settingPlace([key, ...path.split(".")], {}), read(was), read(after)),
  );
  return { what: capital(nameOf(key)), details };
}

/** Variables, events and links by what they are called; `undefined` for other settings. */
function itemsOf(value: unknown): ReadonlyMap<string, JsonObject> | undefined {
  const list = isObject(value) ? value["list"] : value;
  if (!Array.isArray(list) || !list.every(isObject)) return undefined;
  return new Map(list.map((item: JsonObject) => [textOf(item["name"]) || textOf(item["title"]), item]));
}

interface ItemChange {
  /** Whose item it is: `templating`. */
  readonly setting: string;
  readonly before: JsonObject | undefined;
  readonly now: JsonObject | undefined;
}

function itemChanges(name: string, { setting, before, now }: ItemChange): readonly string[] {
  if (before === undefined) return [texts.itemAdded(name)];
  if (now === undefined) return [texts.itemRemoved(name)];
  return jsonDifferences(before, now).map(({ path, before: was, after }) => {
    const { label, inWords } = itemPlace(setting, path.split("."), now);
    return changed({ label: `${name}, ${label}`, inWords }, read(was), read(after));
  });
}

const LONGEST = 60;

function changed({ label, inWords }: Worded, before: unknown, now: unknown): string {
  const [from, to] = [inWords(before), inWords(now)].map((text) => (text === undefined ? texts.unsaid : cut(text)));
  return from === to ? label : `${label}: ${from} → ${to}`;
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** A part that two people changed, as people call it: `panel 3/fieldConfig/defaults/unit` is `Panel “Load”: Unit`. */
export function placeOfPart({ key, mine, theirs, base }: Conflict, document: JsonObject): Worded {
  const [first = "", ...rest] = key.split("/");
  if (!isPanelKey(first)) return placeOfSetting([first, ...rest], document);
  const whole = partsOf(document).find((part) => part.key === first)?.value ?? mine ?? theirs ?? base;
  const panel = isObject(whole) ? whole : {};
  const what = texts.panelChanged(titleOf(panel));
  if (rest.length === 0) return { label: what, inWords: panelText };
  const { label, inWords } = panelPlace(rest, panel);
  return { label: `${what}: ${label}`, inWords };
}

/** Ends of the time range have names that say nothing without it. */
function placeOfSetting(path: readonly string[], document: JsonObject): Worded {
  const place = settingPlace(path, document);
  const [first = ""] = path;
  return first === "time" ? { ...place, label: `${capital(nameOf(first))}: ${place.label}` } : place;
}

function panelText(panel: unknown): string | undefined {
  return isObject(panel) ? titleOf(panel) : undefined;
}

/** What somebody changed of a whole panel; none for other parts. */
export function linesOfPart(key: string, base: unknown, now: unknown): readonly string[] {
  if (!isPanelKey(key) || key.includes("/") || !isObject(base) || !isObject(now)) return [];
  return memberChanges(base, now);
}
