import { readFileSync } from "node:fs";
import type { TSchema } from "typebox";
import type { SettingDeclaration } from "./declare.ts";

const TRUE_WORDS = new Set(["true", "t", "1", "yes", "on"]);
const FALSE_WORDS = new Set(["false", "f", "0", "no", "off"]);

/** What the environment says of one setting: nothing, a value not yet checked, or why it cannot be read. */
export type EnvironmentValue =
  | { readonly kind: "unset" }
  | {
      readonly kind: "value";
      readonly value: unknown;
      /** The variable that was set. */
      readonly name: string;
      /** Whether the name is the reference service's, so that its limits applied where the value was written. */
      readonly isReference?: true;
    }
  | { readonly kind: "fault"; readonly message: string };

/** What the names of variables begin with where a deployment was made for the reference service. */
const REFERENCE_PREFIX = "GOTRUE_";

/**
 * Reads a variable, or for a secret the file that `<name>_FILE` names, or the variable that the reference service calls
 * alike. An empty variable counts as unset.
 */
export function readEnvironment(declaration: SettingDeclaration, env: NodeJS.ProcessEnv): EnvironmentValue {
  const text = env[declaration.env] ?? "";
  const other = env[declaration.envAlike ?? ""] ?? "";
  if (other !== "") return readOtherName(text, other, declaration);
  if (text !== "") return { kind: "value", value: parseVariable(text, declaration.type), name: declaration.env };
  const fromFile = readNamedFile(declaration, env);
  if (fromFile.kind !== "unset") return fromFile;
  const name = declaration.env.replace(/^VEDETTE_/, REFERENCE_PREFIX);
  const alike = env[name] ?? "";
  if (alike === "") return fromFile;
  return { kind: "value", value: parseVariable(alike, declaration.type), name, isReference: true };
}

function readOtherName(text: string, other: string, { env, envAlike, type }: SettingDeclaration): EnvironmentValue {
  if (text === "" || text === other) {
    return { kind: "value", value: parseVariable(other, type), name: text === "" ? (envAlike ?? env) : env };
  }
  return { kind: "fault", message: `${env} and ${envAlike} say different things; keep one` };
}

function readNamedFile(declaration: SettingDeclaration, env: NodeJS.ProcessEnv): EnvironmentValue {
  const path = declaration.secret ? (env[`${declaration.env}_FILE`] ?? "") : "";
  if (path === "") return { kind: "unset" };
  try {
    const text = readFileSync(path, "utf8").replace(/\r?\n$/, "");
    return { kind: "value", value: parseVariable(text, declaration.type), name: `${declaration.env}_FILE` };
  } catch {
    return { kind: "fault", message: `${declaration.env}_FILE names ${path}, which cannot be read` };
  }
}

function parseVariable(text: string, type: TSchema): unknown {
  const kind: unknown = Reflect.get(type, "type");
  if (kind === "boolean") return parseBoolean(text);
  if (kind === "integer" || kind === "number") return parseNumber(text);
  if (kind === "array" && !text.trimStart().startsWith("[")) return parseList(text);
  if (kind === "array" || kind === "object") return parseJson(text);
  return text;
}

/** What is no number stays text, so that the refusal can show it. */
function parseNumber(text: string): unknown {
  const value = Number(text);
  return text.trim() === "" || Number.isNaN(value) ? text : value;
}

function parseBoolean(text: string): unknown {
  const word = text.trim().toLowerCase();
  if (TRUE_WORDS.has(word)) return true;
  return FALSE_WORDS.has(word) ? false : text;
}

function parseList(text: string): string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
