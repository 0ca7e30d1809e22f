/** Why the configuration endpoint refused. Its answers are `{message}` and nothing else. */
export const CONFIGURATION_ERRORS = {
  token_missing: { status: 401, message: "Send the access token as bearer." },
  token_ended: { status: 401, message: "The session of this access token has ended." },
  token_wrong: { status: 403, message: "This access token may not change the configuration." },
  project_unknown: { status: 404, message: "There is no project of this name." },
  field_invalid: { status: 400, message: "A field cannot be used." },
  field_pinned: { status: 409, message: "A field is set in the file or the environment." },
  field_overtaken: { status: 412, message: "Somebody else has set a field since it was read." },
  hook_unknown: { status: 404, message: "There is no such hook." },
  key_unknown: { status: 404, message: "There is no such signing key." },
  key_conflict: { status: 409, message: "A signing key cannot change like this." },
} as const;

export type ConfigurationErrorCode = keyof typeof CONFIGURATION_ERRORS;

/** A refusal of the configuration endpoint; safe to show. */
export class ConfigurationError extends Error {
  readonly code: ConfigurationErrorCode;

  constructor(code: ConfigurationErrorCode, message: string = CONFIGURATION_ERRORS[code].message) {
    super(message);
    this.name = "ConfigurationError";
    this.code = code;
  }
}
