import { type RefObject, useEffect, useRef } from "react";

type Direction = "previous" | "next";

interface StepFocus<Step extends HTMLElement> {
  readonly refs: Readonly<Record<Direction, RefObject<Step | null>>>;
  readonly pressed: (direction: Direction) => void;
}

/** Moves the focus to the other button when the pressed one has nowhere to go any more: it would be lost. */
export function useStepFocus<Step extends HTMLElement = HTMLButtonElement>(
  page: unknown,
  canGo: Readonly<Record<Direction, boolean>>,
): StepFocus<Step> {
  const previous = useRef<Step | null>(null);
  const next = useRef<Step | null>(null);
  const last = useRef<Direction>(undefined);
  const { previous: canGoBack, next: canGoOn } = canGo;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is why the buttons changed
  useEffect(() => {
    const direction = last.current;
    last.current = undefined;
    if (direction === "next" && !canGoOn) previous.current?.focus();
    if (direction === "previous" && !canGoBack) next.current?.focus();
  }, [page, canGoBack, canGoOn]);
  return {
    refs: { previous, next },
    pressed: (direction) => {
      last.current = direction;
    },
  };
}
