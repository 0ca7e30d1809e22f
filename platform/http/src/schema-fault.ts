import type { FastifyError } from "fastify";

type SchemaFault = NonNullable<FastifyError["validation"]>[number];

/** What each rule of a schema asks for, in words for people. A rule that is not here speaks for itself. */
const WORDS: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => string>> = {
  minLength: ({ limit }) => (limit === 1 ? "must not be empty" : `must have at least ${limit} characters`),
  maxLength: ({ limit }) => `must have at most ${limit} characters`,
  minItems: ({ limit }) => (limit === 1 ? "must not be empty" : `must have at least ${limit} entries`),
  maxItems: ({ limit }) => `must have at most ${limit} entries`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  type: ({ type }) => `must be of the type ${type}`,
  enum: ({ allowedValues }) =>
    Array.isArray(allowedValues)
      ? `must be one of ${allowedValues.join(", ")}`
      : "is not one of the values it may have",
  pattern: () => "has characters, or an order of them, that are not taken here",
  format: ({ format }) => `must be of the form ${format}`,
  additionalProperties: ({ additionalProperty }) => `must not have the field ${additionalProperty}`,
};

/** What is wrong with a value, without its name. */
export function schemaFaultText({ keyword, message = "is not valid", params }: SchemaFault): string {
  if (typeof params["missingProperty"] === "string") return "is required";
  return WORDS[keyword]?.(params) ?? message;
}
