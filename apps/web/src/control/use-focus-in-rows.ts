import { type RefObject, useEffect } from "react";

const CONTROLS = "a[href], button, input";

/** Where a row goes while the focus is in it, as after its Restore, the focus goes to the row in its place, not to nowhere. */
export function useFocusInRows(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const table = scroller.current;
    if (table === null) return undefined;
    const rows = () => [...table.querySelectorAll<HTMLElement>(".v-table > tbody > tr")];
    let last: { readonly element: Element; readonly row: number } | undefined;
    const remember = ({ target }: FocusEvent) => {
      const element = target instanceof Element ? target : undefined;
      last = element && { element, row: rows().findIndex((row) => row.contains(element)) };
    };
    const observer = new MutationObserver(() => {
      if (last === undefined || last.row < 0 || last.element.isConnected) return;
      if (document.activeElement !== document.body) return;
      const row = rows()[Math.min(last.row, rows().length - 1)];
      (row?.querySelector<HTMLElement>(CONTROLS) ?? table).focus();
    });
    table.addEventListener("focusin", remember);
    observer.observe(table, { childList: true, subtree: true });
    return () => {
      table.removeEventListener("focusin", remember);
      observer.disconnect();
    };
  }, [scroller]);
}
