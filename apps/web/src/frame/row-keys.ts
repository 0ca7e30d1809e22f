/** A row of a table, or what stands for one where a list is no table. */
const ROW = "tr, [data-row]";
const MENU = ".v-panel-menu, :is(.v-cell-action, .v-row-actions) [aria-haspopup]";

/** What leads on from a row of a list: the first link, or button, in it. */
function entriesOfList(): readonly HTMLElement[] {
  const rows = document.querySelectorAll("main .v-table tbody tr, main [data-row]");
  return [...rows].flatMap((row) => row.querySelector<HTMLElement>("a[href], button") ?? []);
}

/** Moves the focus to the entry of the next row, or of the one before; to the first when it is elsewhere. */
export function focusRow(direction: "next" | "previous"): void {
  const entries = entriesOfList();
  const row = document.activeElement?.closest(ROW);
  const at = entries.findIndex((entry) => row !== null && entry.closest(ROW) === row);
  const next = at < 0 ? 0 : at + (direction === "next" ? 1 : -1);
  entries[Math.min(entries.length - 1, Math.max(0, next))]?.focus();
}

/** Presses the star of the row in hand, or the one of the page. */
export function pressStar(): void {
  const row = document.activeElement?.closest(ROW);
  (row ?? document).querySelector<HTMLElement>("[data-star]")?.click();
}

/** Selects the row in hand, or takes it out of the selection. */
export function selectRow(): void {
  document.activeElement?.closest(ROW)?.querySelector<HTMLElement>("[data-select]")?.click();
}

/** Opens the menu of the row or panel in hand. */
export function openMenuInHand(): void {
  const thing =
    document.activeElement?.closest(`${ROW}, [data-panel-key]`) ??
    document.querySelector(":is([data-panel-key], tr, [data-row]):hover");
  thing?.querySelector<HTMLElement>(MENU)?.focus();
  thing?.querySelector<HTMLElement>(MENU)?.click();
}
