import { useEffectEvent, useLayoutEffect, useRef } from "react";
import { KEY_SEQUENCES, type KeySequence } from "./key-sequences.ts";
import { hasSingleKeys } from "./single-keys.ts";

/** What a sequence of keys does, on the page that knows it. */
export type KeyBindings = Readonly<Partial<Record<KeySequence, (event: KeyboardEvent) => void>>>;

/** Milliseconds within which the keys of one sequence follow each other. */
const SEQUENCE_MS = 1000;

/** Keys that begin sequences. */
const BEGINNINGS: ReadonlySet<string> = new Set(
  KEY_SEQUENCES.filter((sequence) => sequence.includes(" ")).map((sequence) => sequence.slice(0, 1)),
);

/**
 * Listens to single keys and sequences as long as the component stands. They work only while no field has the
 * focus and no dialog is open, never with Ctrl, Alt or Meta, which belong to the browser, and not at all for people who
 * switched them off.
 */
export function useKeys(bindings: KeyBindings): void {
  const newest = useRef(bindings);
  useLayoutEffect(() => {
    newest.current = bindings;
  });
  const press = useEffectEvent((typed: string, event: KeyboardEvent): boolean => {
    const sequence = KEY_SEQUENCES.find((one) => one === typed);
    const run = sequence && bindings[sequence];
    run?.(event);
    return run !== undefined;
  });

  // Before the page is painted: who sees it may press.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!belongsToPage(event)) return;
      const keys = sequenceTo(event);
      // What follows a key that begins sequences belongs to it, also where somebody else listens to the whole.
      const singles = BEGINNINGS.has(keys.at(-2) ?? "") ? 1 : 0;
      const sequences = keys.slice(0, keys.length - singles).map((_, start) => keys.slice(start).join(" "));
      if (sequences.some((sequence) => press(sequence, event))) {
        event.preventDefault();
        typed = [];
      }
    };
    listening.add(newest);
    document.addEventListener("keydown", endSequence, { capture: true });
    document.addEventListener("keydown", onKeyDown);
    return () => {
      listening.delete(newest);
      document.removeEventListener("keydown", endSequence, { capture: true });
      document.removeEventListener("keydown", onKeyDown);
    };
  }, []);
}

/** What the keys do that do something now. */
const listening = new Set<{ readonly current: KeyBindings }>();

/** Whether a sequence does something on the page as it stands, also for people who switched single keys off. */
export function listensTo(sequence: KeySequence): boolean {
  return [...listening].some(({ current }) => current[sequence] !== undefined);
}

/** Does what a sequence does, as if it were pressed. */
export function pressKeys(sequence: KeySequence): void {
  const event = new KeyboardEvent("keydown", { key: sequence.slice(-1) });
  for (const { current } of [...listening]) current[sequence]?.(event);
}

/** The newest keys, of all who listen: a sequence may begin before the page is there that knows its end. */
let typed: readonly KeyboardEvent[] = [];

/** @returns the keys that were typed up to this one, soon after each other */
function sequenceTo(event: KeyboardEvent): readonly string[] {
  // Each that listens asks for the same key.
  if (typed.at(-1) !== event)
    typed = [...typed.filter(({ timeStamp }) => event.timeStamp - timeStamp < SEQUENCE_MS), event];
  return typed.map(({ key }) => key);
}

/** An arrow may be all that somebody else waits for after `t`; what is typed next does not follow the `t` any more. */
function endSequence({ key }: KeyboardEvent): void {
  if (key.length !== 1) typed = [];
}

function belongsToPage(event: KeyboardEvent): boolean {
  if (
    !hasSingleKeys() ||
    event.defaultPrevented ||
    event.ctrlKey ||
    event.altKey ||
    event.metaKey ||
    event.key.length !== 1
  )
    return false;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return true;
  if (target.isContentEditable) return false;
  return (
    target.closest("input:not([type=checkbox]), textarea, select, [role=dialog], [role=menu], [role=listbox]") === null
  );
}
