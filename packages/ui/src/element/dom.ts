type Child = Node | string;

interface ElementOptions {
  /** Names for style sheets outside. */
  readonly part?: string;
  readonly attributes?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly on?: Readonly<Record<string, (event: Event) => void>>;
}

/** Makes an element. Strings become text, never HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { part, attributes = {}, on = {} }: ElementOptions,
  children: readonly Child[] = [],
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (part !== undefined) made.setAttribute("part", part);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
  for (const [name, handler] of Object.entries(on)) made.addEventListener(name, handler);
  made.append(...children);
  return made;
}

const ARROWS = { previous: "M10 3 5 8l5 5", next: "m6 3 5 5-5 5" } as const;

export function arrow(to: keyof typeof ARROWS): SVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [name, value] of Object.entries({ viewBox: "0 0 16 16", "aria-hidden": "true" })) {
    svg.setAttribute(name, value);
  }
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  for (const [name, value] of Object.entries({ d: ARROWS[to], fill: "none", stroke: "currentColor" })) {
    path.setAttribute(name, value);
  }
  svg.append(path);
  return svg;
}

/** The choices of a list; the chosen one is shown. */
export function options(
  choices: readonly { readonly value: number; readonly text: string }[],
  chosen: number,
): HTMLOptionElement[] {
  return choices.map(({ value, text }) => {
    const option = element("option", { attributes: { value } }, [text]);
    option.selected = value === chosen;
    return option;
  });
}

const OTHER_STEP: Readonly<Record<string, string>> = { next: "previous", previous: "next" };

/**
 * Draws anew and puts the focus back where it was; onto the other button where that one cannot be pressed now, onto the
 * current page where a gap is gone.
 */
export function replaceKeepingFocus(root: ShadowRoot, base: HTMLElement): void {
  const focused = root.activeElement?.getAttribute("data-key");
  root.querySelector("[part~=base]")?.remove();
  root.prepend(base);
  if (focused === null || focused === undefined) return;
  const byKey = (key: string) => root.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  const other = OTHER_STEP[focused];
  const instead = other === undefined ? root.querySelector<HTMLElement>("[aria-current]") : byKey(other);
  (byKey(focused) ?? instead)?.focus();
}
