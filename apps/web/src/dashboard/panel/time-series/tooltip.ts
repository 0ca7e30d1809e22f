/** One line of a tooltip. Texts are shown as they are, never parsed. */
interface TooltipRow {
  readonly name: string;
  readonly value: string;
  /** CSS; nothing for lines without a swatch. */
  readonly color?: string;
  readonly isStrong?: boolean;
}

/** What another chart says of the same moment. */
export interface TooltipSection {
  readonly title: string;
  readonly rows: readonly TooltipRow[];
}

/** What the time charts of a dashboard say of a moment, each asked by the one under the pointer. */
export type Neighbours = Set<(time: number) => TooltipSection | undefined>;

export interface TooltipContent {
  readonly title: string;
  readonly rows: readonly TooltipRow[];
  /** What happened at that time, below the rows. */
  readonly events?: readonly TooltipRow[];
  /** Below the rows, e.g. how many are left out. */
  readonly note?: string;
  readonly sections?: readonly TooltipSection[];
}

/** The same in one line, for a reader's voice. */
export function lineOf({ title, rows, events = [] }: TooltipContent): string {
  return [title, ...[...rows, ...events].map(({ name, value }) => `${name} ${value}`.trim())]
    .filter((part) => part !== "")
    .join(", ");
}

/** Pixels between the pointer and the tooltip, and between it and the edge of the window. */
const GAP = 14;
const EDGE = 8;

let element: HTMLElement | undefined;
let owner: object | undefined;
/** Whose tooltip somebody sent away by Escape (WCAG 1.4.13): it stays away until the pointer has left what shows it. */
let hushed: object | undefined;

/** Shows the page's one tooltip beside a place of the viewport. */
export function showTooltip(by: object, content: TooltipContent, at: { readonly x: number; readonly y: number }): void {
  if (hushed === by) return;
  hushed = undefined;
  owner = by;
  element ??= addElement();
  element.replaceChildren(titleOf(content.title), ...linesOf(content));
  element.hidden = false;
  const { offsetWidth: width, offsetHeight: height } = element;
  const fitsRight = at.x + GAP + width + EDGE <= window.innerWidth;
  const left = fitsRight ? at.x + GAP : Math.max(EDGE, at.x - GAP - width);
  const top = Math.min(Math.max(EDGE, at.y + GAP), Math.max(EDGE, window.innerHeight - height - EDGE));
  element.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
}

/** Whether what is shown was shown by somebody. */
export function isTooltipOf(by: object): boolean {
  return owner === by;
}

/** Hides it, unless somebody else shows something by now. */
export function hideTooltip(by: object): void {
  if (hushed === by) hushed = undefined;
  if (owner === by) remove();
}

function remove(): void {
  document.removeEventListener("keydown", hushAtEscape);
  owner = undefined;
  element?.remove();
  element = undefined;
}

function hushAtEscape({ key }: KeyboardEvent): void {
  if (key !== "Escape") return;
  hushed = owner;
  remove();
  // Who goes on by keys asks for it again.
  document.addEventListener("keydown", () => (hushed = undefined), { once: true, capture: true });
}

function addElement(): HTMLElement {
  const made = document.createElement("div");
  made.className = "v-chart-tooltip";
  // What it says is in the chart's summary and table; announcing every move would drown everything else.
  made.setAttribute("aria-hidden", "true");
  document.body.append(made);
  document.addEventListener("keydown", hushAtEscape);
  return made;
}

function linesOf({ rows, note, events = [], sections = [] }: TooltipContent): HTMLElement[] {
  const others = sections.flatMap((section) => [titleOf(section.title), ...section.rows.map(rowOf)]);
  return [...rows.map(rowOf), ...noteOf(note), ...events.map(rowOf), ...others];
}

function titleOf(text: string): HTMLElement {
  return withText("div", "v-chart-tooltip-title", text);
}

function rowOf({ name, value, color, isStrong = false }: TooltipRow): HTMLElement {
  const row = withText("div", "v-chart-tooltip-row", "");
  row.toggleAttribute("data-strong", isStrong);
  const swatch = withText("span", "v-swatch", "");
  if (color === undefined) swatch.hidden = true;
  else swatch.style.background = color;
  row.append(swatch, withText("span", "v-chart-tooltip-name", name), withText("span", "v-chart-tooltip-value", value));
  return row;
}

function noteOf(note: string | undefined): HTMLElement[] {
  return note === undefined ? [] : [withText("div", "v-chart-tooltip-note", note)];
}

function withText(tag: string, className: string, text: string): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}
