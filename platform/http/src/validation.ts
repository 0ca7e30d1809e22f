import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { FastifySchemaCompiler } from "fastify";
import type { TSchema } from "typebox";

const STRICT = { strict: false, allErrors: false, removeAdditional: false, useDefaults: true } as const;

/** Bodies are taken as they are: a number never becomes text. */
const bodies = withFormats(new Ajv({ ...STRICT, coerceTypes: false }));
/** Addresses hold nothing but text, so there `limit=5` is a number. */
const addresses = withFormats(new Ajv({ ...STRICT, coerceTypes: "array" }));

/**
 * Fastify's validator compiler: one set of rules for bodies, one for path, query and headers. A schema is compiled by
 * the first request that needs it; all of them at start cost a tenth of a second.
 */
export const compileSchema: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  let validate: ValidateFunction | undefined;
  return (value: unknown) => {
    validate ??= (httpPart === "body" ? bodies : addresses).compile(schema);
    return validate(value) ? true : { error: validate.errors ?? [] };
  };
};

function withFormats(ajv: Ajv): Ajv {
  // The package is CommonJS: its plugin is the default export's own default under Node's interop.
  const plugin = "default" in addFormats ? addFormats.default : addFormats;
  return plugin(ajv, ["uuid", "email", "uri", "date-time"]);
}
