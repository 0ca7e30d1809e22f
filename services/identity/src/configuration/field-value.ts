import type { ConfigurableSetting, SettingSource } from "@vedette/settings";
import type { TSchema } from "typebox";
import { Check, Errors } from "typebox/value";
import { ConfigurationError } from "./configuration-error.ts";
import { faultOf } from "./field-fault.ts";
import type { StoredSetting } from "./stored-settings.ts";

/**
 * Reads the value of a field as the setting holds it: numbers may come as text, lists by commas.
 *
 * @throws ConfigurationError `field_invalid`, quoting nothing of a secret
 */
export function readField({ field, declaration }: ConfigurableSetting, sent: unknown): unknown {
  const value = convert(Reflect.get(declaration.type, "type"), sent);
  if (Check(declaration.type, value)) return value;
  throw new ConfigurationError("field_invalid", `${field}: ${faultOf(Errors(declaration.type, value))}`);
}

/** A field as an administrator's page shows it. */
export interface FieldDescription {
  readonly field: string;
  /** Its key in `vedette.toml`. */
  readonly key: string;
  readonly env: string;
  /** One line; says the unit where there is one. */
  readonly doc: string;
  /** Kind and limits, as JSON Schema. */
  readonly type: TSchema;
  readonly default: unknown;
  /** `null` for a secret. */
  readonly value: unknown;
  readonly is_secret: boolean;
  /** Whether it holds anything: all that is told of a secret. */
  readonly is_set: boolean;
  /** `environment` and `file` pin it. */
  readonly source: SettingSource;
  /** When it was changed over the network, and by whom; `null` where it was not, or nobody kept it. */
  readonly set_at: string | null;
  readonly set_by: string | null;
}

/** What is known of a field; of a secret, whether there is one. */
export function describeField(
  { field, key, declaration, value, source }: ConfigurableSetting,
  stored: StoredSetting | undefined,
): FieldDescription {
  const { env, doc, type, secret = false } = declaration;
  const told = secret ? { default: null, value: null } : { default: declaration.default, value };
  const is_set = value !== "" && value !== undefined && !(Array.isArray(value) && value.length === 0);
  const [set_at, set_by] =
    source === "stored" && stored !== undefined ? [stored.setAt.toISOString(), stored.setBy || null] : [null, null];
  return { field, key, env, doc, type, ...told, is_secret: secret, is_set, source, set_at, set_by };
}

/** The value of a field as the endpoint answers it. Secrets are never told. */
export function showField({ declaration, value }: ConfigurableSetting): unknown {
  if (declaration.secret) return null;
  const isTexts = Array.isArray(value) && value.every((item) => typeof item === "string");
  return isTexts ? value.join(",") : value;
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
