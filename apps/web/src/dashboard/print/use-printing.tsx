import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import type { Session } from "../view/use-session.ts";

export interface Printing {
  /** For the dashboard's element. */
  readonly root: RefObject<HTMLDivElement | null>;
  readonly begin: () => void;
  /** To be drawn before that element; nothing while nobody prints. */
  readonly run: ReactNode;
}

/**
 * Ctrl+P (⌘P), or whoever calls `begin`, makes a dashboard ready for paper. The browser alone would print what lies on
 * the screen, in its colours and its width: charts cannot be drawn anew while it does.
 */
export function usePrinting(session: Session): Printing {
  const root = useRef<HTMLDivElement>(null);
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPrint = event.key.toLowerCase() === "p" && (event.ctrlKey || event.metaKey);
      if (!isPrint || event.shiftKey || event.altKey) return;
      event.preventDefault();
      setPrinting(true);
    };
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  }, []);
  const run = isPrinting && (
    <Suspense>
      <PrintRun root={root} session={session} onEnd={() => setPrinting(false)} />
    </Suspense>
  );
  return { root, begin: () => setPrinting(true), run };
}

const PrintRun = lazy(async () => ({ default: (await import("./print-run.tsx")).PrintRun }));
