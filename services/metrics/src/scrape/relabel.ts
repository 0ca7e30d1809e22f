import { createHash } from "node:crypto";
import { compilePattern, compileTemplate, type Pattern, PatternError, type Template } from "../labels/pattern.ts";
import type { RelabelConfig } from "./scrape-config.ts";

/** Changes a label set; `false` drops whatever has it. */
export type RelabelRule = (labels: Map<string, string>) => boolean;

/** A rule that cannot work. The text says which part of it. */
export class RelabelError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "RelabelError";
  }
}

const LABEL_NAME = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
/** A label's name, or one with groups of the pattern in it: `${1}_total`. */
const LABEL_TEMPLATE = /^(?:(?:[a-zA-Z_]|\$(?:\{\w+\}|\w+))+\w*)+$/;

/**
 * Makes a rule out of its configuration.
 *
 * @throws RelabelError
 * @see Prometheus, Configuration: relabel_config
 */
export function compileRelabel(config: RelabelConfig): RelabelRule {
  const { action = "replace" } = config;
  requireParts(config, action);
  try {
    return MAKERS[action](new RuleParts(config));
  } catch (error) {
    if (error instanceof PatternError) throw new RelabelError(`regex: ${error.message}`);
    throw error;
  }
}

/** Applies rules one after the other. @returns false when one of them drops the set */
export function relabel(labels: Map<string, string>, rules: readonly RelabelRule[]): boolean {
  return rules.every((rule) => rule(labels));
}

type Action = NonNullable<RelabelConfig["action"]>;

const NEEDS_TARGET: ReadonlySet<Action> = new Set([
  "replace",
  "hashmod",
  "lowercase",
  "uppercase",
  "keepequal",
  "dropequal",
]);
const EQUALITY: ReadonlySet<Action> = new Set(["keepequal", "dropequal"]);
const NAMES_ONLY: ReadonlySet<Action> = new Set(["labeldrop", "labelkeep"]);

function requireParts(config: RelabelConfig, action: Action): void {
  const { target_label: target = "", modulus = 0, regex, replacement, separator, source_labels: sources } = config;
  if (NEEDS_TARGET.has(action) && target === "") throw new RelabelError(`${action} needs a target_label`);
  if (action === "hashmod" && modulus === 0) throw new RelabelError("hashmod needs a modulus above 0");
  const isName = action === "replace" ? LABEL_TEMPLATE.test(target) : LABEL_NAME.test(target);
  if (NEEDS_TARGET.has(action) && !isName)
    throw new RelabelError(`target_label is ${JSON.stringify(target)}, which is no name of a label`);
  if (action === "labelmap" && !LABEL_TEMPLATE.test(String(replacement ?? "$1"))) {
    throw new RelabelError(`replacement is ${JSON.stringify(replacement)}, which makes no name of a label`);
  }
  const unused = { regex, modulus: modulus === 0 ? undefined : modulus, separator, replacement };
  if (EQUALITY.has(action)) refuseParts(action, unused, "source_labels and target_label");
  if (!NAMES_ONLY.has(action)) return;
  const { regex: _, ...others } = unused;
  refuseParts(action, { ...others, target_label: config.target_label, source_labels: sources }, "regex");
}

function refuseParts(action: Action, parts: Readonly<Record<string, unknown>>, allowed: string): void {
  const set = Object.entries(parts).filter(([, value]) => value !== undefined);
  if (set.length > 0)
    throw new RelabelError(`${action} takes ${allowed} alone, not ${set.map(([name]) => name).join(", ")}`);
}

/** The parts of a rule with their defaults, compiled where an action asks for them. */
class RuleParts {
  readonly #config: RelabelConfig;
  readonly target: string;
  readonly modulus: bigint;

  constructor(config: RelabelConfig) {
    this.#config = config;
    this.target = config.target_label ?? "";
    this.modulus = BigInt(config.modulus ?? 0);
  }

  get pattern(): Pattern {
    return compilePattern(this.#regex);
  }

  get replacement(): Template {
    return this.template(String(this.#config.replacement ?? "$1"));
  }

  template(text: string): Template {
    return compileTemplate(this.#regex, text);
  }

  source(labels: ReadonlyMap<string, string>): string {
    const { source_labels: names = [], separator = ";" } = this.#config;
    return names.map((name) => labels.get(name) ?? "").join(separator);
  }

  get #regex(): string {
    return String(this.#config.regex ?? "(.*)");
  }
}

const MAKERS: Readonly<Record<Action, (parts: RuleParts) => RelabelRule>> = {
  replace(parts) {
    const [target, replacement] = [parts.template(parts.target), parts.replacement];
    return (labels) => {
      const source = parts.source(labels);
      const name = target.fill(source);
      const value = replacement.fill(source);
      if (name === undefined || value === undefined || !LABEL_NAME.test(name)) return true;
      if (value === "") labels.delete(name);
      else labels.set(name, value);
      return true;
    };
  },
  keep(parts) {
    const { pattern } = parts;
    return (labels) => pattern.matches(parts.source(labels));
  },
  drop(parts) {
    const { pattern } = parts;
    return (labels) => !pattern.matches(parts.source(labels));
  },
  keepequal: (parts) => (labels) => parts.source(labels) === (labels.get(parts.target) ?? ""),
  dropequal: (parts) => (labels) => parts.source(labels) !== (labels.get(parts.target) ?? ""),
  hashmod: (parts) => (labels) => {
    // The last eight bytes of MD5, so that a fleet of scrapers shares targets out as it did before.
    const hash = createHash("md5").update(parts.source(labels)).digest().readBigUInt64BE(8);
    labels.set(parts.target, String(hash % parts.modulus));
    return true;
  },
  labelmap(parts) {
    const { replacement } = parts;
    return (labels) => {
      for (const [name, value] of [...labels]) {
        const mapped = replacement.fill(name);
        if (mapped !== undefined && mapped !== "") labels.set(mapped, value);
      }
      return true;
    };
  },
  labeldrop({ pattern }) {
    return (labels) => {
      for (const name of [...labels.keys()]) if (pattern.matches(name)) labels.delete(name);
      return true;
    };
  },
  labelkeep({ pattern }) {
    return (labels) => {
      for (const name of [...labels.keys()]) if (!pattern.matches(name)) labels.delete(name);
      return true;
    };
  },
  lowercase: (parts) => (labels) => setCase(labels, parts.target, parts.source(labels).toLowerCase()),
  uppercase: (parts) => (labels) => setCase(labels, parts.target, parts.source(labels).toUpperCase()),
};

function setCase(labels: Map<string, string>, name: string, value: string): true {
  labels.set(name, value);
  return true;
}
