import { isObject, type JsonObject, objectsOf, scalarText, textOf, textsOf } from "../dashboard/model/json.ts";
import { type DocumentOption, hasChoices } from "./document-option.ts";
import { choiceText, mappingsText, overridesText, thresholdsText } from "./list-words.ts";
import { editingMessages as texts } from "./messages.ts";
import { overrideOptions } from "./override-options.ts";
import { optionAt } from "./panel-options.ts";
import { valueIn } from "./set-in.ts";
import { annotationOptions, GENERAL_OPTIONS, TIME_OPTIONS, variableOptions } from "./settings/settings-options.ts";

/** A place of a document, in words. */
export interface Worded {
  readonly label: string;
  /** What stands there; `undefined` for nothing, and for what only its JSON says. */
  readonly inWords: (value: unknown) => string | undefined;
}

/** Parts of a panel that people change in lists of their own. */
export const PANEL_LISTS = [
  ["fieldConfig.overrides", texts.override.title],
  ["fieldConfig.defaults.thresholds", texts.thresholds],
  ["fieldConfig.defaults.mappings", texts.mapping.title],
  ["fieldConfig.defaults.links", texts.link.ofValues],
  ["transformations", texts.transformation.title],
  ["links", texts.link.ofPanel],
] as const;

/** @param path - in the panel; a query by its letter, as `["targets", "B", "expr"]` */
export function panelPlace(path: readonly string[], panel: JsonObject): Worded {
  const [first = "", second, ...rest] = path;
  if (first === "gridPos") return { label: capital(nameOf(first)), inWords: gridText };
  if (first === "targets" && second !== undefined) {
    const names = rest.filter((member) => member !== "expr").map(nameOf);
    return { label: [texts.query(second), ...names].join(", "), inWords: shortText };
  }
  if (first === "panels" && second !== undefined) return placeInRow(second, rest, panel);
  const place = path.join(".");
  const list = PANEL_LISTS.find(([start]) => place === start || place.startsWith(`${start}.`));
  if (list !== undefined) return { label: list[1], inWords: (value) => listWords(path, value, textOf(panel["type"])) };
  const option = optionAt(textOf(panel["type"]), place);
  return option === undefined ? { label: nameOf(first), inWords: shortText } : optionPlace(option);
}

/** What stands in a list of a panel, or in a place of it. @param kind - of the panel */
function listWords(path: readonly string[], value: unknown, kind: string): string | undefined {
  if (typeof value !== "object") return choiceText(path.at(-1) ?? "", value) ?? shortText(value);
  switch (path.filter((member) => member !== "steps").join(".")) {
    case "fieldConfig.defaults.thresholds":
      return thresholdsText(value);
    case "fieldConfig.defaults.mappings":
      return mappingsText(value);
    case "fieldConfig.overrides":
      return overridesText(value, (property) => propertyText(property, kind));
    default:
      return shortText(value);
  }
}

function propertyText(property: JsonObject, kind: string): string {
  const { id, value } = property;
  if (id === "thresholds") return `${texts.thresholds} ${thresholdsText(value) ?? ""}`.trim();
  if (id === "mappings") return `${texts.mapping.title} ${mappingsText(value) ?? ""}`.trim();
  if (id === "links") return texts.link.ofValues;
  const option = overrideOptions(kind).find((one) => one.id === id)?.option;
  if (option === undefined) return textOf(id);
  const { label, inWords } = optionPlace(option);
  return `${label} ${inWords(valueIn(property, option.path)) ?? ""}`.trim();
}

/** @param id - of a panel that a row holds */
function placeInRow(id: string, path: readonly string[], row: JsonObject): Worded {
  const panel = objectsOf(row["panels"]).find((one) => String(one["id"]) === id) ?? {};
  const what = texts.panelChanged(titleOf(panel) || id);
  if (path.length === 0) return { label: what, inWords: shortText };
  const { label, inWords } = panelPlace(path, panel);
  return { label: `${what}: ${label}`, inWords };
}

/** @param path - in the dashboard; what is of a list by its name, as `["templating", "list", "job", "query"]` */
export function settingPlace(path: readonly string[], document: JsonObject): Worded {
  const [first = "", list, name, ...rest] = path;
  const item = list === "list" ? ITEMS.get(first) : undefined;
  if (item !== undefined && name !== undefined) {
    const what = item.title(name);
    if (rest.length === 0) return { label: what, inWords: shortText };
    const { label, inWords } = itemPlace(first, rest, itemOf(document, first, name));
    return { label: `${what}: ${label}`, inWords };
  }
  const option = [...GENERAL_OPTIONS, ...TIME_OPTIONS].find((one) => one.path.join(".") === path.join("."));
  if (option === undefined) return { label: capital(path.map(nameOf).join(", ")), inWords: shortText };
  return optionPlace(option);
}

/** A place in a variable, in events of a query, or in a link. */
export function itemPlace(setting: string, path: readonly string[], item: JsonObject): Worded {
  const option = ITEMS.get(setting)
    ?.options(item)
    .find((one) => one.path.join(".") === path.join("."));
  return option === undefined ? { label: path.map(nameOf).join(", "), inWords: shortText } : optionPlace(option);
}

interface Items {
  readonly title: (name: string) => string;
  readonly options: (item: JsonObject) => readonly DocumentOption[];
}

const ITEMS: ReadonlyMap<string, Items> = new Map<string, Items>([
  ["templating", { title: texts.variableChanged, options: (item) => variableOptions(item, []) }],
  ["annotations", { title: texts.annotationChanged, options: (item) => annotationOptions(item, []) }],
]);

function itemOf(document: JsonObject, setting: string, name: string): JsonObject {
  const value = document[setting];
  return objectsOf(isObject(value) ? value["list"] : undefined).find((one) => one["name"] === name) ?? {};
}

function optionPlace({ label, control }: DocumentOption): Worded {
  if (control.as === "order") return { label, inWords: orderText };
  if (control.as === "switch") return { label, inWords: (value) => switchText(value, control.isOnUnlessSaid === true) };
  const choices = hasChoices(control) ? control.choices : [];
  const word = (text: string) => choices.find(({ id }) => id === text)?.label ?? text;
  return {
    label,
    inWords: (value) => {
      if (Array.isArray(value)) return listText(textsOf(value).map(word));
      const text = shortText(value);
      return text === undefined ? undefined : word(text);
    },
  };
}

/** What is not said of a switch is as it is unless said. */
function switchText(value: unknown, isOnUnlessSaid: boolean): string {
  return (typeof value === "boolean" ? value : isOnUnlessSaid) ? texts.on : texts.off;
}

function orderText(value: unknown): string | undefined {
  const [first] = objectsOf(value);
  const name = textOf(first?.["displayName"]);
  if (name === "") return undefined;
  return first?.["desc"] === true ? `${name} (${texts.isDown})` : name;
}

function gridText(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const { x, y, w, h } = value;
  return `${scalarText(w) ?? "?"} × ${scalarText(h) ?? "?"} (${scalarText(x) ?? "?"}, ${scalarText(y) ?? "?"})`;
}

/** A text, number or truth value as people read it; a list of texts with commas. */
function shortText(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.every((one) => typeof one === "string") ? listText(value) : undefined;
  return scalarText(value) || undefined;
}

function listText(texts: readonly string[]): string | undefined {
  return texts.join(", ") || undefined;
}

export function titleOf(panel: JsonObject): string {
  return textOf(panel["title"]) || textOf(panel["type"]);
}

/** A member of a document as people call it. */
export function nameOf(member: string): string {
  const names: Readonly<Record<string, string>> = texts.members;
  return Object.hasOwn(names, member) ? (names[member] ?? member) : member;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
