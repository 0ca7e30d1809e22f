import type { ConfigurableSetting } from "@vedette/settings";
import { Check, Errors } from "typebox/value";
import { ConfigurationError } from "./configuration-error.ts";

/**
 * Reads the value of a field as the setting holds it: numbers may come as text, lists by commas.
 *
 * @throws ConfigurationError `field_invalid`, quoting nothing of a secret
 */
export function readField({ field, declaration }: ConfigurableSetting, sent: unknown): unknown {
  const value = convert(Reflect.get(declaration.type, "type"), sent);
  if (Check(declaration.type, value)) return value;
  const reasons = Errors(declaration.type, value).map(({ message }) => message);
  throw new ConfigurationError("field_invalid", `${field}: it ${reasons.join(", ") || "has the wrong type"}`);
}

/** The value of a field as the endpoint answers it. Secrets are never told. */
export function showField({ declaration, value }: ConfigurableSetting): unknown {
  if (declaration.secret) return null;
  return Array.isArray(value) ? value.join(",") : value;
}

function convert(kind: unknown, sent: unknown): unknown {
  if (typeof sent !== "string") return sent;
  if ((kind === "integer" || kind === "number") && /^-?\d+(\.\d+)?$/.test(sent)) return Number(sent);
  if (kind !== "array") return sent;
  return sent
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
