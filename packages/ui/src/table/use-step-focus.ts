import { type RefObject, useEffect, useRef } from "react";

type Direction = "previous" | "next";

interface StepFocus {
  readonly refs: Readonly<Record<Direction, RefObject<HTMLButtonElement | null>>>;
  readonly pressed: (direction: Direction) => void;
}

/** Moves the focus to the other button when the pressed one has nowhere to go any more: it would be lost. */
export function useStepFocus(page: unknown, canGo: Readonly<Record<Direction, boolean>>): StepFocus {
  const previous = useRef<HTMLButtonElement | null>(null);
  const next = useRef<HTMLButtonElement | null>(null);
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
