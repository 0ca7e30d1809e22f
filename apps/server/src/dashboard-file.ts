import { CommandError } from "./start-failure.ts";

/** A dashboard as somebody's file holds it. */
export interface DashboardFile {
  /** `metadata.name` that it will have: its uid, or its title in kebab case. */
  readonly name: string;
  /** The dashboard document as JSON text, as it stands in the file where that is possible. */
  readonly specText: string;
  /** Placeholders that stand for a data source, e.g. `DS_PROMETHEUS`. */
  readonly dataSourceInputs: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads a file that holds a bare dashboard, a resource (`{metadata, spec}`), or an export (`{dashboard}`).
 *
 * @throws CommandError when it holds no dashboard
 */
export function readDashboardFile(path: string, text: string): DashboardFile {
  const file = parseObject(path, text);
  const wrapped = [file["spec"], file["dashboard"]].find(isObject);
  const spec = wrapped ?? file;
  const title = spec["title"];
  if (typeof title !== "string" || title === "")
    throw new CommandError(`${path} holds no dashboard: there is no title in it`);
  const metadata = isObject(file["metadata"]) ? file["metadata"] : {};
  const name = [metadata["name"], spec["uid"]].find((value) => typeof value === "string" && isName(value));
  return {
    name: typeof name === "string" ? name : slugOf(title),
    specText: wrapped === undefined ? text.replace(/^\uFEFF/, "").trim() : JSON.stringify(wrapped),
    dataSourceInputs: inputNames(spec["__inputs"]),
  };
}

/** Puts a data source's uid in place of `${NAME}`, inside JSON text. */
export function fillInput(specText: string, name: string, uid: string): string {
  return specText.replaceAll(`\${${name}}`, JSON.stringify(uid).slice(1, -1));
}

function parseObject(path: string, text: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new CommandError(`${path} is not valid JSON: ${error instanceof Error ? error.message : ""}`, {
      cause: error,
    });
  }
  if (!isObject(value)) throw new CommandError(`${path} holds no dashboard: it is not an object`);
  return value;
}

function inputNames(inputs: unknown): string[] {
  if (!Array.isArray(inputs)) return [];
  return inputs.flatMap((input: unknown) => {
    const isSource = isObject(input) && input["type"] === "datasource" && typeof input["name"] === "string";
    return isSource ? [String(input["name"])] : [];
  });
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isName(text: string): boolean {
  return text.length <= 253 && /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(text);
}

function slugOf(title: string): string {
  const slug = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return slug.slice(0, 40).replace(/-+$/, "") || "dashboard";
}
