import { unsupportedDocument } from "@vedette/client/dashboard-document";
import { HttpError } from "@vedette/http";
import { ResourceError } from "../errors.ts";
import { memberText } from "../json/member-text.ts";
import { isJsonObject, type JsonObject } from "../kinds/kind.ts";
import { isName } from "../objects/name.ts";
import { slugOf } from "./slug.ts";

/** A value that an exported dashboard leaves open, as `${name}` in its text. */
export interface ImportInput {
  readonly name: string;
  readonly kind: "datasource" | "constant";
  /** Of a data source its type, of a constant the proposed text. */
  readonly hint: string;
}

/** A dashboard that somebody brings. */
export interface ImportedDashboard {
  /** What it calls itself if that can be a name, else made of the title. */
  readonly name: string;
  readonly title: string;
  readonly inputs: readonly ImportInput[];
  readonly spec: JsonObject;
  /** Letter by letter as it was given. */
  readonly specText: string;
}

/** The longest name that is made of a title or uid. */
const MAX_NAME_LENGTH = 40;

/**
 * Reads what people have when they say "a dashboard": the bare document, a resource with `metadata` and `spec`, or the
 * `{dashboard: …}` of the older API.
 *
 * @throws ResourceError `import_invalid` saying what is missing or not supported
 */
export function readImport(value: unknown, text: string): ImportedDashboard {
  if (!isJsonObject(value)) throw new ResourceError("import_invalid");
  const { spec, specText, name } = unwrap(value, text);
  const title = spec["title"];
  if (typeof title !== "string" || title === "") {
    throw new ResourceError("import_invalid", { detail: "This is not a dashboard: it has no title." });
  }
  const wished = [name, spec["uid"]].find((candidate) => typeof candidate === "string" && isName(candidate));
  const slug = slugOf(title).slice(0, MAX_NAME_LENGTH).replace(/-$/, "");
  return {
    name: typeof wished === "string" ? wished : slug,
    title,
    inputs: inputsOf(spec["__inputs"]),
    spec,
    specText,
  };
}

/**
 * Puts values in the place of each `${NAME}`; the rest of the text stays as it is.
 *
 * @param maxLength - characters that may come out: one long value can stand in many places
 * @throws HttpError `body_too_large`
 */
export function fillInputs(specText: string, values: ReadonlyMap<string, string>, maxLength: number): string {
  let length = specText.length;
  return specText.replace(/\$\{([A-Za-z0-9_-]{1,100})\}/g, (whole, name: string) => {
    const value = values.get(name);
    if (value === undefined) return whole;
    const text = JSON.stringify(value).slice(1, -1);
    length += text.length - whole.length;
    if (length > maxLength) throw new HttpError("body_too_large");
    return text;
  });
}

function unwrap(value: JsonObject, text: string): { spec: JsonObject; specText: string; name: unknown } {
  const unsupported = unsupportedDocument(value);
  if (unsupported !== undefined) {
    throw new ResourceError("import_invalid", { detail: unsupportedDetail(unsupported) });
  }
  const { spec, metadata, dashboard } = value;
  if (isJsonObject(spec) && (isJsonObject(metadata) || value["kind"] === "Dashboard")) {
    const name = isJsonObject(metadata) ? metadata["name"] : undefined;
    return { spec, specText: memberText(text, "spec") ?? "", name };
  }
  if (isJsonObject(dashboard) && !("panels" in value)) {
    return unwrap(dashboard, memberText(text, "dashboard") ?? "");
  }
  return { spec: value, specText: text.trim(), name: undefined };
}

/** Why such a document is refused, and what to do. */
function unsupportedDetail(name: string): string {
  return `${name} is not supported: export the dashboard as "Classic" or "V1 Resource" and import that.`;
}

function inputsOf(inputs: unknown): ImportInput[] {
  if (!Array.isArray(inputs)) return [];
  return inputs.filter(isJsonObject).flatMap(({ name, type, pluginId, value }): ImportInput[] => {
    if (typeof name !== "string" || name === "") return [];
    const kind = type === "constant" ? "constant" : "datasource";
    const hint = kind === "constant" ? value : pluginId;
    return [{ name, kind, hint: typeof hint === "string" ? hint : "" }];
  });
}
