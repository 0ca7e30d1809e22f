import type { SettingField, SettingType } from "../api/settings.ts";
import { texts } from "./messages.ts";

/** How a setting is edited. */
export type SettingKind = "switch" | "choice" | "number" | "lines" | "json" | "text" | "long-text";

const LONG = 1024;

export function kindOf({ type, key }: Pick<SettingField, "type" | "key">): SettingKind {
  if (type.type === "boolean") return "switch";
  if (choicesOf(type) !== undefined) return "choice";
  if (type.type === "integer" || type.type === "number") return "number";
  if (type.type === "array") return type.items?.type === "object" ? "json" : "lines";
  if (type.type === "object") return "json";
  return key.endsWith(".content") || (key.endsWith("template") && (type.maxLength ?? 0) >= LONG) ? "long-text" : "text";
}

/** The values of a setting that knows only these. */
export function choicesOf({ enum: listed, anyOf }: SettingType): readonly string[] | undefined {
  const values = listed ?? anyOf?.map((one) => one.const);
  return values?.every((value) => typeof value === "string") ? values : undefined;
}

/** What people call one of the values of a setting that knows only these. */
export function choiceName({ key }: Pick<SettingField, "key">, value: string): string {
  if (key === "auth.sms.provider") {
    const names: Readonly<Record<string, string>> = texts.smsProviders;
    return names[value === "" ? "none" : value] ?? value;
  }
  return value === "" ? texts.empty : value;
}

/** Where a value is set that no page can change; `undefined` where one can. */
export function pinOf({ source, env, key }: Pick<SettingField, "source" | "env" | "key">): string | undefined {
  if (source === "environment") return texts.setBy(env);
  return source === "file" ? texts.setByFile(key) : undefined;
}

/** A value as people edit it. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.some(isObject) ? JSON.stringify(value, null, 2) : value.join("\n");
  if (typeof value === "object") return Object.keys(value).length === 0 ? "" : JSON.stringify(value, null, 2);
  return String(value);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** What was typed, as the server takes it. @throws SyntaxError for broken JSON */
export function readTyped(field: SettingField, text: string): unknown {
  switch (kindOf(field)) {
    case "number":
      return numberOf(text);
    case "lines":
      return text
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "");
    case "json":
      if (text.trim() !== "") return JSON.parse(text);
      return field.type.type === "array" ? [] : {};
    default:
      return text;
  }
}

/** What is no number goes as it was typed: JSON has nothing for it but `null`, which would be the default again. */
function numberOf(text: string): unknown {
  const number = Number(text);
  return text.trim() === "" ? null : Number.isFinite(number) ? number : text;
}

/** A value in one line, for the list of changes. */
export function shortOf(field: SettingField, value: unknown): string {
  if (field.is_secret) return texts.hidden;
  if (typeof value === "boolean") return value ? texts.on : texts.off;
  const text = textOf(value).replaceAll(/\s+/g, " ");
  if (choicesOf(field.type)?.includes(text) === true) return choiceName(field, text);
  if (text === "") return texts.empty;
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
