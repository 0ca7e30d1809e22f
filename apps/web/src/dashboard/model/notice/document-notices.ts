import { dashboardMessages } from "../../messages.ts";
import type { Dashboard, Panel } from "../dashboard-document.ts";
import { isObject, type JsonObject, objectOf, objectsOf, textOf } from "../json.ts";
import { referencesOf } from "../variable/interpolate.ts";
import {
  FIELD_SUPPORT,
  MATCHER_SCOPE_SUPPORT,
  MATCHER_SUPPORT,
  PANEL_SUPPORT,
  TARGET_SUPPORT,
  VARIABLE_SUPPORT,
  VARIABLE_TYPE_SUPPORT,
} from "./document-support.ts";
import { PANEL_OPTION_SUPPORT } from "./panel-option-support.ts";
import { asksForNothing, type Support } from "./support.ts";

const texts = dashboardMessages.notices;

/** What a panel's document asks for without effect: options, overrides, keys of queries, variables that it uses. */
export function documentNotices(panel: Panel, { json }: Pick<Dashboard, "json">): readonly string[] {
  const paths = [...unsupportedOptions(panel), ...unsupportedIn(panel.json, PANEL_SUPPORT)];
  return [
    ...(paths.length > 0 ? [texts.options(paths.join(", "))] : []),
    ...overrideNotices(panel),
    ...panel.targets.flatMap(targetNotices),
    ...variableNotices(panel, json),
  ];
}

/** Paths of the options that a panel has and that are not rendered. */
export function unsupportedOptions({ type, json }: Panel): readonly string[] {
  const { defaults, overrides } = objectOf(json["fieldConfig"]);
  const settings = objectOf(defaults);
  const read = { options: objectOf(json["options"]), custom: objectOf(settings["custom"]) };
  const properties = objectsOf(overrides).flatMap((override) => objectsOf(override["properties"]));
  const noticed: Support["noticed"] = PANEL_OPTION_SUPPORT[type]?.noticed ?? {};
  const ofKind = Object.entries(noticed).filter(([path, rendered]) =>
    [valueAt(read, path), ...overriddenTo(path, properties)].some((value) => !asksForNothing(value, rendered)),
  );
  return [...ofKind.map(([path]) => path), ...unsupportedIn(settings, FIELD_SUPPORT)];
}

/** Names of `noticed` that an object has. */
function unsupportedIn(object: JsonObject, { noticed }: Support): readonly string[] {
  return Object.entries(noticed).flatMap(([name, rendered]) => (asksForNothing(object[name], rendered) ? [] : [name]));
}

function valueAt(object: JsonObject, path: string): unknown {
  return path.split(".").reduce<unknown>((at, key) => objectOf(at)[key], object);
}

/** What some fields alone have: the path itself, or an object that it is in. */
function overriddenTo(path: string, properties: readonly JsonObject[]): readonly unknown[] {
  return properties.flatMap(({ id, value }) => {
    if (id === path) return [value];
    const prefix = `${textOf(id)}.`;
    return path.startsWith(prefix) && isObject(value) ? [valueAt(value, path.slice(prefix.length))] : [];
  });
}

const FIELD_PROPERTIES: ReadonlySet<string> = new Set([...FIELD_SUPPORT.rendered, ...(FIELD_SUPPORT.unrelated ?? [])]);
const MATCHERS: ReadonlySet<string> = new Set(MATCHER_SUPPORT.rendered);

function overrideNotices({ json }: Panel): readonly string[] {
  const overrides = objectsOf(objectOf(json["fieldConfig"])["overrides"]);
  return overrides.flatMap(({ matcher, properties }) => {
    const { id, scope } = objectOf(matcher);
    const matcherId = textOf(id);
    const unknown = objectsOf(properties)
      .map((property) => textOf(property["id"]))
      .filter((property) => property !== "" && !property.startsWith("custom.") && !FIELD_PROPERTIES.has(property));
    return [
      ...(matcherId !== "" && !MATCHERS.has(matcherId) ? [texts.matcher(matcherId)] : []),
      ...(unsupportedIn({ [textOf(scope, "series")]: true }, MATCHER_SCOPE_SUPPORT).length > 0
        ? [texts.matcherScope(textOf(scope))]
        : []),
      ...(unknown.length > 0 ? [texts.overrides(unknown.join(", "))] : []),
    ];
  });
}

function targetNotices({ refId, raw }: Panel["targets"][number]): readonly string[] {
  const keys = unsupportedIn(raw, TARGET_SUPPORT);
  return keys.length === 0 ? [] : [texts.target(refId, keys.join(", "))];
}

function variableNotices(panel: Panel, dashboard: JsonObject): readonly string[] {
  const variables = objectsOf(objectOf(dashboard["templating"])["list"]);
  const unsupported = variables.flatMap((variable) => {
    const isOtherType = unsupportedIn({ [textOf(variable["type"])]: true }, VARIABLE_TYPE_SUPPORT).length > 0;
    const keys = unsupportedIn(variable, VARIABLE_SUPPORT);
    const name = textOf(variable["name"]);
    return [
      ...(isOtherType ? [{ name, text: texts.variableType(name, textOf(variable["type"])) }] : []),
      ...(keys.length > 0 ? [{ name, text: texts.variable(name, keys.join(", ")) }] : []),
    ];
  });
  if (unsupported.length === 0) return [];
  const used = referencesOf(JSON.stringify(panel.json));
  return unsupported.filter(({ name }) => used.has(name)).map(({ text }) => text);
}
