import type { Errors } from "typebox/value";

type Fault = ReturnType<typeof Errors>[number];

/** What people are told of a value by the keyword of the schema that it breaks; `{0}` stands for the limit. */
export const FIELD_FAULTS = {
  minimum: "it must be at least {0}",
  maximum: "it must be at most {0}",
  integer: "it must be a whole number",
  number: "it must be a number",
  boolean: "it must be on or off",
  minLength: "it must have at least {0} characters",
  maxLength: "it must have at most {0} characters",
  maxItems: "it must have at most {0} entries",
  enum: "it must be one of {0}",
  /** Patterns are for machines; what they want stands in the description of the setting. */
  form: "it does not have the form that its description tells",
  entry: "its entry {0} cannot be used",
} as const;

/** One sentence about a value that is refused: what is wrong with it, without the value. */
export function faultOf(faults: readonly Fault[]): string {
  const entry = faults.find(({ instancePath }) => /^\/\d+/.test(instancePath));
  if (entry !== undefined) return filled("entry", Number(entry.instancePath.split("/")[1]) + 1);
  const choices = faults.flatMap((fault) => (fault.keyword === "const" ? [fault.params.allowedValue] : []));
  const isEither = faults.some(({ keyword }) => keyword === "anyOf");
  // Where one of several forms would do, none of their own faults says what is wrong.
  if (isEither) return choices.length === faults.length - 1 ? filled("enum", choices.join(", ")) : FIELD_FAULTS.form;
  const [first] = faults;
  return first === undefined ? FIELD_FAULTS.form : sentenceOf(first);
}

function sentenceOf(fault: Fault): string {
  switch (fault.keyword) {
    case "minimum":
    case "maximum":
    case "minLength":
    case "maxLength":
    case "maxItems":
      return filled(fault.keyword, fault.params.limit);
    case "enum":
      return filled("enum", fault.params.allowedValues.join(", "));
    case "~refine":
      // A rule of the setting's own tells the fault itself: `is broken: line 2, column 1: …`.
      return `it ${fault.params.message}`;
    case "type":
      return typeFault(fault.params.type);
    default:
      return FIELD_FAULTS.form;
  }
}

function typeFault(type: string | readonly string[]): string {
  return type === "integer" || type === "number" || type === "boolean" ? FIELD_FAULTS[type] : FIELD_FAULTS.form;
}

function filled(kind: keyof typeof FIELD_FAULTS, limit: unknown): string {
  return FIELD_FAULTS[kind].replace("{0}", () => String(limit));
}
