import { followLink } from "../nav/follow-link.ts";
import { LONGEST_LIST, type NavItem, navItems, smallScreen } from "../nav/nav-items.ts";
import { knownCount } from "../page-range.ts";
import { clampPage } from "../table/page-state.ts";
import { arrow, element, options } from "./dom.ts";
import type { Drawing } from "./page-element.ts";
import { withProperties } from "./properties.ts";
import { attributeOf, numberAttribute, setAttribute } from "./reflected.ts";

const PROPERTIES = {
  numbers: ["totalPages", "itemsShown"],
  switches: ["loop"],
  texts: ["size", "hrefTemplate"],
  functions: [],
} as const;

const REFLECTED = [...PROPERTIES.numbers, ...PROPERTIES.switches, ...PROPERTIES.texts, "page"];

/** `<vedette-pagination-nav>`: buttons for pages, or links with `href-template="/list?page={page}"`. */
export class VedettePaginationNav extends withProperties(PROPERTIES) {
  static readonly observedAttributes = [...REFLECTED, "ariaLabel"].map(attributeOf);

  protected readonly properties = REFLECTED;

  /** From 1. */
  get page(): number {
    return clampPage(numberAttribute(this, "page") ?? 1, Math.max(1, this.#total));
  }

  set page(page: number) {
    setAttribute(this, "page", page);
  }

  get #total(): number {
    return knownCount(this.totalPages ?? 0);
  }

  #screen: MediaQueryList | undefined;
  readonly #drawAgain = () => this.drawSoon();

  override connectedCallback(): void {
    this.#screen = smallScreen();
    this.#screen?.addEventListener("change", this.#drawAgain);
    super.connectedCallback();
  }

  disconnectedCallback(): void {
    this.#screen?.removeEventListener("change", this.#drawAgain);
  }

  protected override draw(): Drawing {
    const total = this.#total;
    const items = navItems(this.page, total, this.itemsShown ?? (this.#screen?.matches === true ? 5 : 10)).map((item) =>
      element("li", {}, ["page" in item ? this.#item(item.page) : this.#gap(item)]),
    );
    const base = element(
      "nav",
      { part: "base", attributes: { "aria-label": this.getAttribute("aria-label") ?? "pagination" } },
      [element("ul", {}, [this.#step("previous", "Previous page"), ...items, this.#step("next", "Next page")])],
    );
    return { base, status: `Page ${this.page} of ${total}` };
  }

  #item(page: number): HTMLElement {
    const isCurrent = page === this.page;
    const attributes = {
      "aria-label": `Page ${page}`,
      "aria-current": isCurrent ? "page" : undefined,
      "data-key": `page${page}`,
    };
    const part = isCurrent ? "item item-current" : "item";
    return this.#pressable(page, { part, attributes, isThere: true }, [String(page)]);
  }

  #gap({ from, to }: Extract<NavItem, { from: number }>): HTMLElement {
    const name = `Select page ${from}–${to}`;
    const choose = ({ target }: Event) => {
      const field = target as HTMLInputElement | HTMLSelectElement; // to which alone this listens
      const page = Number(field.value);
      if (!Number.isInteger(page) || page < from || page > to) {
        // Who leaves the field is not held in it.
        if (field.matches(":focus")) field.reportValidity();
        return;
      }
      this.#goTo(page);
      const href = this.#addressOf(page);
      if (href !== undefined && this.shadowRoot !== null) followLink(href, this.shadowRoot);
    };
    const shared = { part: "gap", on: { change: choose } };
    const attributes = { "aria-label": name, "data-key": `gap${from}` };
    if (to - from >= LONGEST_LIST) {
      return element("input", {
        ...shared,
        attributes: { ...attributes, type: "number", min: from, max: to, placeholder: "…" },
      });
    }
    const pages = Array.from({ length: to - from + 1 }, (_, at) => ({ value: from + at, text: String(from + at) }));
    const none = element("option", { attributes: { value: "", hidden: true, selected: true } }, ["…"]);
    return element("select", { ...shared, attributes }, [none, ...options(pages, Number.NaN)]);
  }

  #step(to: "previous" | "next", label: string): HTMLElement {
    const total = this.#total;
    const next = this.page + (to === "next" ? 1 : -1);
    const isThere = total > 0 && (this.loop || (next >= 1 && next <= total));
    const wrapped = next < 1 ? total : next > total ? 1 : next;
    const attributes = { "aria-label": label, title: label, "data-key": to };
    return element("li", {}, [this.#pressable(wrapped, { part: to, attributes, isThere }, [arrow(to)])]);
  }

  /** A link where the element has addresses and there is a page, else a button. */
  #pressable(page: number, { part, attributes, isThere }: Pressable, children: readonly (Node | string)[]) {
    const href = isThere ? this.#addressOf(page) : undefined;
    if (href === undefined) {
      const button = { ...attributes, type: "button", disabled: !isThere };
      return element("button", { part, attributes: button, on: { click: () => this.#goTo(page) } }, children);
    }
    const press = (event: Event) => {
      // With these keys the browser opens another tab or window.
      const { ctrlKey, metaKey, shiftKey, altKey } = event as MouseEvent; // a click is one
      if (!(ctrlKey || metaKey || shiftKey || altKey)) this.#goTo(page);
    };
    return element("a", { part, attributes: { ...attributes, href }, on: { click: press } }, children);
  }

  #addressOf(page: number): string | undefined {
    return this.hrefTemplate === undefined ? undefined : addressOf(this.hrefTemplate, page);
  }

  #goTo(page: number): void {
    this.page = page;
    this.tell({ page });
  }
}

interface Pressable {
  readonly part: string;
  readonly attributes: Readonly<Record<string, string | undefined>>;
  readonly isThere: boolean;
}

/** Only addresses that a page may lead to: a template is text of the page, and no program. */
function addressOf(template: string, page: number): string | undefined {
  const address = template.replaceAll("{page}", String(page));
  // As the browser reads it, which overlooks spaces, tabs and line breaks in the name of a scheme.
  const base = new URL(document.baseURI);
  const url = URL.parse(address, base);
  return url !== null && ["http:", "https:", base.protocol].includes(url.protocol) ? address : undefined;
}
