import { ScimError } from "./scim-error.ts";

/** What a directory looks for. */
export interface ScimFilter {
  readonly by: "userName" | "externalId" | "id" | "email";
  readonly value: string;
}

const FIELDS: ReadonlyMap<string, ScimFilter["by"]> = new Map([
  ["username", "userName"],
  ["externalid", "externalId"],
  ["id", "id"],
  ["emails", "email"],
  ["emails.value", "email"],
]);

/** One comparison, which is all that directories ask: `userName eq "ada@example.com"`. */
const COMPARISON = /^\s*([A-Za-z.]{1,40})(?:\[[^\]]{0,100}\])?(\.value)?\s+eq\s+("(?:[^"\\]|\\.){0,255}")\s*$/i;

/**
 * Reads a filter.
 *
 * @throws ScimError `invalidFilter` for everything but one comparison of a name, an id or an address
 * @see https://www.rfc-editor.org/rfc/rfc7644#section-3.4.2.2
 */
export function readFilter(text: string): ScimFilter {
  const [, name = "", , quoted = ""] = COMPARISON.exec(text) ?? [];
  const by = FIELDS.get(name.toLowerCase());
  const value = by === undefined ? undefined : unquote(quoted);
  if (by !== undefined && value !== undefined) return { by, value };
  throw new ScimError(400, "A filter compares userName, externalId, id or emails.value with eq", {
    scimType: "invalidFilter",
  });
}

function unquote(quoted: string): string | undefined {
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === "string" && value.isWellFormed() && !value.includes("\0") ? value : undefined;
  } catch {
    // An escape that JSON does not know.
    return undefined;
  }
}
