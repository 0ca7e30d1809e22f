/** Rows of lists that are no tables, such as cards; those that only show something lead nowhere. */
const OTHER_ROWS = ["[data-row]", ".v-list-row:has(.v-list-row-title a)"];
/** A row of a table, or what stands for one. */
const ROW = ["tr", ...OTHER_ROWS].join(", ");
const ROWS = [".v-table tbody tr", ...OTHER_ROWS].map((row) => `main ${row}`).join(", ");
/** A list beside which one of its things is open. */
const FOLLOWED = "main [data-followed]";
const MENU = ".v-panel-menu, :is(.v-cell-action, .v-row-actions, .v-edit-bar, .v-wall-entry-head) [aria-haspopup]";

/** What opens the rows of a list: the details in it, or its first link or button. */
function entriesOf(list: ParentNode): readonly HTMLElement[] {
  const first = (row: Element, entry: string) => row.querySelector<HTMLElement>(entry);
  return [...list.querySelectorAll(ROWS)].flatMap(
    (row) => first(row, "summary") ?? first(row, "a[href], button") ?? [],
  );
}

/**
 * Moves the focus to the entry of the next row, or of the one before; to the first when it is elsewhere. Where
 * something of the list stands open beside it, what is moved to is opened in its place.
 */
export function focusRow(direction: "next" | "previous"): void {
  const followed = document.querySelector(FOLLOWED);
  const entries = entriesOf(followed ?? document);
  const row = rowInHand(followed);
  const at = entries.findIndex((entry) => row !== null && entry.closest(ROW) === row);
  const next = at < 0 ? 0 : at + (direction === "next" ? 1 : -1);
  const entry = entries[Math.min(entries.length - 1, Math.max(0, next))];
  entry?.focus();
  if (followed !== null) entry?.click();
}

/** The row with the focus; beside a list that is followed, the one that is open. */
function rowInHand(followed: Element | null): Element | null {
  const focused = document.activeElement?.closest(ROW) ?? null;
  if (followed === null || followed.contains(focused)) return focused;
  return followed.querySelector("[aria-current=true]")?.closest(ROW) ?? null;
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
  // A picture of a panel that is edited has a menu that is not for use.
  const menu = [...(thing?.querySelectorAll<HTMLElement>(MENU) ?? [])].find((one) => one.closest("[inert]") === null);
  menu?.focus();
  menu?.click();
}
