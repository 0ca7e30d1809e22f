/** A JSON schema as the OpenAPI document has it. */
export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly minimum?: number;
}

/** Limits of one body. */
export interface BodyLimits {
  readonly bytes: number;
  /** JSON values. */
  readonly values: number;
  /** Different keys. */
  readonly keys: number;
}

/** Bytes that stay free for the rest of the body around its largest value. */
const RESERVED_BYTES = 2048;
/** Values and keys that stay free. */
const RESERVED_VALUES = 200;

/** An object with as many keys, values and bytes as are allowed. */
export function largestObject({ bytes, values, keys }: BodyLimits): string {
  const keyCount = Math.min(keys - RESERVED_VALUES, Math.floor(bytes / 40));
  const wide = Array.from({ length: keyCount }, (_, at) => `"key${at}":1`).join();
  const row = '{"a":{"b":[]}},';
  const rowCount = Math.min((values - keyCount - RESERVED_VALUES) / 4, (bytes - wide.length - 100) / row.length);
  const rows = row.repeat(Math.floor(rowCount));
  const padding = "é".repeat(Math.max(0, Math.floor((bytes - wide.length - rows.length - 100) / 2)));
  return `{"wide":{${wide}},"rows":[${rows}0],"text":"${padding}"}`;
}

/**
 * The largest bodies that fit a schema: one for each property that has no fixed size, next to the smallest values of
 * the required ones.
 *
 * @param schema - absent for a route that takes anything
 */
export function largestBodies(schema: Schema | undefined, limits: BodyLimits): string[] {
  const inner = { ...limits, bytes: limits.bytes - RESERVED_BYTES };
  const properties = Object.entries(schema?.properties ?? {});
  if (properties.length === 0) return [largestObject(inner), JSON.stringify("\n".repeat(inner.bytes / 2))];
  return properties.flatMap(([key, part]) => {
    const value = largestValue(part, inner);
    if (value === undefined) return [];
    const others = properties.filter(([name]) => name !== key && schema?.required?.includes(name));
    return `{${[...others.map(([name, one]) => `"${name}":${smallestValue(one)}`), `"${key}":${value}`].join()}}`;
  });
}

/** @returns `undefined` for a value whose size is fixed */
function largestValue(schema: Schema, limits: BodyLimits): string | undefined {
  if (schema.enum !== undefined || schema.const !== undefined) return undefined;
  if (schema.anyOf !== undefined) {
    const all = schema.anyOf.map((one) => largestValue(one, limits) ?? "");
    return all.toSorted((one, other) => other.length - one.length)[0] || undefined;
  }
  switch (schema.type) {
    case "string":
      return JSON.stringify("x".repeat(Math.min(schema.maxLength ?? limits.bytes, limits.bytes)));
    case "array": {
      const item = smallestValue(schema.items ?? {});
      const fitting = Math.min(limits.bytes / (item.length + 1), (limits.values - RESERVED_VALUES) / valuesIn(item));
      return `[${Array(Math.floor(Math.min(schema.maxItems ?? fitting, fitting))).fill(item)}]`;
    }
    case "object":
    case undefined: {
      const bodies = Object.keys(schema.properties ?? {}).length > 0 ? largestBodies(schema, limits) : [];
      return bodies.toSorted((one, other) => other.length - one.length)[0] ?? largestObject(limits);
    }
    default:
      return undefined;
  }
}

/** Commas and brackets: each begins a value. */
const valuesIn = (text: string): number => 1 + (text.match(/[,[{]/g)?.length ?? 0);

function smallestValue(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return JSON.stringify(schema.enum[0]);
  if (schema.anyOf !== undefined) return smallestValue(schema.anyOf[0] ?? {});
  switch (schema.type) {
    case "string":
      return JSON.stringify("a".repeat(schema.minLength ?? 1));
    case "integer":
    case "number":
      return String(schema.minimum ?? 1);
    case "boolean":
      return "true";
    case "null":
      return "null";
    case "array":
      return `[${Array(schema.minItems ?? 0).fill(smallestValue(schema.items ?? {}))}]`;
    default: {
      const required = Object.entries(schema.properties ?? {}).filter(([key]) => schema.required?.includes(key));
      return `{${required.map(([key, one]) => `"${key}":${smallestValue(one)}`)}}`;
    }
  }
}
