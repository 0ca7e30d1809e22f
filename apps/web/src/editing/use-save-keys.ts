import { useEffect, useEffectEvent } from "react";
import type { Draft } from "./use-draft.ts";

/** Ctrl or Cmd with S, Z and Shift Z; a field keeps its own undo. */
export function useSaveKeys(draft: Draft, save: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = actOf(event);
    if (act === undefined) return;
    event.preventDefault();
    if (act !== "save") draft[act]();
    else if (draft.isDirty) save();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

function actOf(event: KeyboardEvent): "save" | "undo" | "redo" | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  const key = event.key.toLowerCase();
  if (key === "s") return "save";
  const isInField = event.target instanceof HTMLElement && event.target.closest(TYPED_IN) !== null;
  if (key !== "z" || isInField) return undefined;
  return event.shiftKey ? "redo" : "undo";
}

/** What takes typing back itself; a box that is ticked does not. */
const TYPED_IN = "input:not([type=checkbox], [type=radio]), textarea, .cm-editor";
