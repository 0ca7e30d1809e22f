import { isObject, type JsonObject, textOf } from "../dashboard/model/json.ts";
import { editingMessages as texts } from "./messages.ts";
import { isPanelKey, isSame, partsOf } from "./parts-of-document.ts";

/** What people changed, one line for each panel and setting. */
export function describeChanges(before: JsonObject, now: JsonObject): readonly string[] {
  const old = new Map(partsOf(before).map(({ key, value }) => [key, value]));
  const next = new Map(partsOf(now).map(({ key, value }) => [key, value]));
  return [...new Set([...old.keys(), ...next.keys()])]
    .filter((key) => !isSame(old.get(key), next.get(key)))
    .map((key) => (isPanelKey(key) ? panelChange(old.get(key), next.get(key)) : settingChange(key, old, next)));
}

function panelChange(before: unknown, now: unknown): string {
  if (!isObject(now)) return texts.panelRemoved(isObject(before) ? titleOf(before) : "");
  if (!isObject(before)) return texts.panelAdded(titleOf(now));
  const members = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (member) => !isSame(before[member], now[member]),
  );
  return texts.panelChanged(titleOf(now), members.map(nameOf).join(", "));
}

function titleOf(panel: JsonObject): string {
  return textOf(panel["title"]) || textOf(panel["type"]);
}

function settingChange(key: string, old: ReadonlyMap<string, unknown>, next: ReadonlyMap<string, unknown>): string {
  const [from, to] = [old.get(key), next.get(key)];
  const name = nameOf(key);
  const label = name.charAt(0).toUpperCase() + name.slice(1);
  return isShort(from) && isShort(to) ? `${label}: ${from} → ${to}` : label;
}

function isShort(value: unknown): value is string | number | boolean {
  return (typeof value === "string" && value.length < 60) || typeof value === "number" || typeof value === "boolean";
}

/** A member of a document as people call it. */
export function nameOf(member: string): string {
  const names: Readonly<Record<string, string>> = texts.members;
  return Object.hasOwn(names, member) ? (names[member] ?? member) : member;
}
