import type { JsonObject } from "../dashboard/model/json.ts";
import { isSame } from "./parts-of-document.ts";

/** A document while it is changed, with the way there and back. */
export interface DraftSteps {
  readonly document: JsonObject;
  /** As it was when the changes began, migrated as the document is. */
  readonly base: JsonObject;
  readonly resourceVersion: string;
  /** Milliseconds since 1970 of a draft that was found when the page was opened. */
  readonly restoredAt: number | undefined;
  /** What can be taken back, oldest first. */
  readonly past: readonly Step[];
  /** What was taken back, the next one last. */
  readonly future: readonly Step[];
  /** Milliseconds since 1970 of the newest change, while it may go on. */
  readonly changedAt: number;
  /** The gesture that the newest change is a part of. */
  readonly gesture: number | undefined;
}

export interface Step {
  readonly name: string;
  /** The document on the other side of the step. */
  readonly document: JsonObject;
}

export type DraftAct =
  | { readonly kind: "begin"; readonly steps: DraftSteps }
  | {
      readonly kind: "change";
      readonly step: string;
      readonly document: JsonObject;
      readonly at: number;
      /** Changes of one gesture are one step, however long it takes. */
      readonly gesture?: number | undefined;
    }
  | { readonly kind: "discard"; readonly step: string }
  | { readonly kind: "keep" }
  | { readonly kind: "undo" | "redo"; readonly count: number };

/** Steps that are kept. */
const MOST_STEPS = 200;
/** Milliseconds within which changes of one thing are one step, as typing is. */
const ONE_STEP = 1000;

type Begun = Pick<DraftSteps, "document" | "base" | "resourceVersion"> & Partial<Pick<DraftSteps, "past" | "future">>;

export function beginSteps({ document, base, resourceVersion, past = [], future = [] }: Begun): DraftSteps {
  return { document, base, resourceVersion, restoredAt: undefined, past, future, changedAt: 0, gesture: undefined };
}

/**
 * What was found when a page was opened, or the steps that another page of this dashboard just made.
 *
 * @param isNewer - what that page made is newer than what was found: it may not have reached the disk yet
 */
export function withStepsOf(found: DraftSteps, before: DraftSteps | undefined, isNewer: boolean): DraftSteps {
  const goesOn =
    before !== undefined &&
    before.resourceVersion === found.resourceVersion &&
    isSame(before.base, found.base) &&
    (isNewer || isSame(before.document, found.document));
  return goesOn ? { ...before, changedAt: 0 } : found;
}

export function stepped(steps: DraftSteps | undefined, act: DraftAct): DraftSteps | undefined {
  if (act.kind === "begin") return act.steps;
  if (steps === undefined) return undefined;
  switch (act.kind) {
    case "change": {
      const { document, at, gesture } = act;
      if (goesOn(steps, act)) return { ...steps, document, future: [], changedAt: at };
      return { ...withStep(steps, act.step, document), changedAt: at, gesture };
    }
    case "keep":
      return { ...steps, restoredAt: undefined };
    case "discard":
      return { ...withStep(steps, act.step, steps.base), restoredAt: undefined };
    case "undo":
      return repeated(steps, act.count, takenBack);
    case "redo":
      return repeated(steps, act.count, takenForth);
  }
}

function goesOn(steps: DraftSteps, { step, at, gesture }: Extract<DraftAct, { readonly kind: "change" }>): boolean {
  if (steps.past.at(-1)?.name !== step || steps.gesture !== gesture) return false;
  return gesture !== undefined || at - steps.changedAt < ONE_STEP;
}

function withStep(steps: DraftSteps, name: string, document: JsonObject): DraftSteps {
  const past = [...steps.past, { name, document: steps.document }].slice(-MOST_STEPS);
  return { ...steps, document, past, future: [], changedAt: 0, gesture: undefined };
}

function repeated(steps: DraftSteps, count: number, act: (steps: DraftSteps) => DraftSteps): DraftSteps {
  return Array.from({ length: count }).reduce<DraftSteps>(act, steps);
}

function takenBack(steps: DraftSteps): DraftSteps {
  const { past, future, document } = steps;
  const last = past.at(-1);
  if (last === undefined) return steps;
  const undone = [...future, { name: last.name, document }];
  return {
    ...steps,
    document: last.document,
    past: past.slice(0, -1),
    future: undone,
    changedAt: 0,
    gesture: undefined,
  };
}

function takenForth(steps: DraftSteps): DraftSteps {
  const { past, future, document } = steps;
  const next = future.at(-1);
  if (next === undefined) return steps;
  const done = [...past, { name: next.name, document }];
  return {
    ...steps,
    document: next.document,
    past: done,
    future: future.slice(0, -1),
    changedAt: 0,
    gesture: undefined,
  };
}
