/** What leads on from a row of a list: the first link, or button, in it. */
function entriesOfList(): readonly HTMLElement[] {
  const rows = document.querySelectorAll("main .v-table tbody tr");
  return [...rows].flatMap((row) => row.querySelector<HTMLElement>("a[href], button") ?? []);
}

/** Moves the focus to the entry of the next row, or of the one before; to the first when it is elsewhere. */
export function focusRow(direction: "next" | "previous"): void {
  const entries = entriesOfList();
  const row = document.activeElement?.closest("tr");
  const at = entries.findIndex((entry) => row !== null && entry.closest("tr") === row);
  const next = at < 0 ? 0 : at + (direction === "next" ? 1 : -1);
  entries[Math.min(entries.length - 1, Math.max(0, next))]?.focus();
}

/** Presses the star of the row in hand, or the one of the page. */
export function pressStar(): void {
  const row = document.activeElement?.closest("tr");
  (row ?? document).querySelector<HTMLElement>("[data-star]")?.click();
}

/** Selects the row in hand, or takes it out of the selection. */
export function selectRow(): void {
  document.activeElement?.closest("tr")?.querySelector<HTMLElement>("[data-select]")?.click();
}

/** Opens the menu of the row or panel in hand. */
export function openMenuInHand(): void {
  const thing =
    document.activeElement?.closest("tr, [data-panel-key]") ??
    document.querySelector("[data-panel-key]:hover, tr:hover");
  thing?.querySelector<HTMLElement>(".v-panel-menu, .v-cell-action [aria-haspopup]")?.focus();
  thing?.querySelector<HTMLElement>(".v-panel-menu, .v-cell-action [aria-haspopup]")?.click();
}
