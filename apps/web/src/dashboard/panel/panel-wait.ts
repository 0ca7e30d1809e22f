import { createContext, use, useCallback, useLayoutEffect, useState } from "react";

/** Tells the panel around that its picture is not there yet. Ends with what is returned. */
type Hold = () => () => void;

export const PanelWaitContext = createContext<Hold | undefined>(undefined);

/** For a panel: whether anything in it still fetches the code that draws it. */
export function usePanelWaits(): { readonly isWaiting: boolean; readonly hold: Hold } {
  const [waits, setWaits] = useState(0);
  const hold = useCallback(() => {
    setWaits((now) => now + 1);
    return () => setWaits((now) => now - 1);
  }, []);
  return { isWaiting: waits > 0, hold };
}

/** For what stands in a panel: while this is true the panel is not done, though its data are there. */
export function useWaitIn(isPending: boolean): void {
  const hold = use(PanelWaitContext);
  useLayoutEffect(() => (isPending ? hold?.() : undefined), [isPending, hold]);
}
