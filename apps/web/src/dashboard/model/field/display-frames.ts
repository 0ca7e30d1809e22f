import type { FieldConfig, FieldOverride, FieldSettings } from "../dashboard-document.ts";
import type { DisplayField, DisplayFrame, Field, Frame } from "../frame/frame.ts";
import type { JsonObject } from "../json.ts";
import { readFieldSetting } from "../read-field-config.ts";
import { pathOf } from "../variable/interpolate.ts";
import { matcherOf } from "./matcher.ts";

/**
 * Lays the panel's defaults and overrides over the fields of its frames, and names each field as people see it.
 *
 * @param write - puts the values of variables into a text
 */
export function displayFrames(
  frames: readonly Frame[],
  config: FieldConfig,
  write: (text: string) => string,
): DisplayFrame[] {
  const overrides = config.overrides.map((override) => ({ ...override, fits: matcherOf(override.matcher) }));
  return frames.map((frame) => ({
    ...frame,
    fields: frame.fields.map((field): DisplayField => {
      const named = { ...field, displayName: nameOf(field, frame, frames) };
      const fitting = overrides.filter(({ fits }) => fits(named, frame, frames));
      const settings = settingsOf(field, config.defaults, fitting);
      return { ...field, settings, displayName: displayName({ ...field, settings }, named.displayName, write) };
    }),
  }));
}

function settingsOf(field: Field, defaults: FieldSettings, overrides: readonly FieldOverride[]): FieldSettings {
  // Defaults are about values; a time is a time whatever the unit of the panel.
  const { unit: _, decimals: __, displayName: ___, ...apart } = defaults;
  const base: FieldSettings = { ...(field.type === "time" ? apart : defaults), ...field.settings };
  const properties = overrides.flatMap((override) => override.properties);
  return properties.reduce<FieldSettings>((settings, { id, value }) => withProperty(settings, id, value), base);
}

/** A property that cannot be read takes the setting back, as an emptied field in an editor does. */
function withProperty(settings: FieldSettings, id: string, value: unknown): FieldSettings {
  if (id.startsWith("custom."))
    return { ...settings, custom: withPath(settings.custom ?? {}, id.slice(7).split("."), value) };
  return { ...settings, [id]: readFieldSetting(id, value) };
}

function withPath(object: JsonObject, [head = "", ...rest]: readonly string[], value: unknown): JsonObject {
  if (head === "__proto__") return object;
  if (rest.length === 0) return { ...object, [head]: value };
  const inner = object[head];
  const known = typeof inner === "object" && inner !== null && !Array.isArray(inner) ? (inner as JsonObject) : {}; // just tested
  return { ...object, [head]: withPath(known, rest, value) };
}

/** What a field is called before anybody renamed it: a series by its name, a column by its own. */
function nameOf(field: Field, frame: Frame, frames: readonly Frame[]): string {
  const { displayName, displayNameFromDS } = field.settings;
  if (displayName !== undefined && displayName !== "") return displayName;
  if (displayNameFromDS !== undefined && displayNameFromDS !== "") return displayNameFromDS;
  if (field.type !== "number" || field.name !== "Value") return field.name;
  const values = frame.fields.filter(({ type }) => type === "number");
  return values.length === 1 && frames.length > 1 && frame.name !== "" ? frame.name : field.name;
}

function displayName(field: Field, otherwise: string, write: (text: string) => string): string {
  const asked = field.settings.displayName;
  if (asked === undefined || asked === "") return otherwise;
  return write(withFieldNames(asked, field, otherwise)) || otherwise;
}

/** `${__field.labels.job}`, `${__field.name}`, `${__series.name}` */
function withFieldNames(text: string, field: Field, name: string): string {
  // Names are put in by functions: a `$` in a name means nothing.
  return text
    .replaceAll(LABEL, (_, path: string) => field.labels[pathOf(path) ?? ""] ?? "")
    .replaceAll(/\$\{__field\.labels\}/g, () => labelText(field))
    .replaceAll(/\$\{__(?:field\.(?:name|displayName)|series\.name|frame\.name)\}/g, () => name);
}

/** `${__field.labels.job}`, `${__field.labels["user.id"]}` */
const LABEL = /\$\{__field\.labels(\.[^}[\]]+|\[(?:"[^"]*"|'[^']*'|[^\]"']*)\])\}/g;

function labelText({ labels }: Field): string {
  return Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .join(", ");
}
