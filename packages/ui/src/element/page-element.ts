import { element, replaceKeepingFocus } from "./dom.ts";
import { upgradeProperties } from "./reflected.ts";
import { ELEMENT_STYLE } from "./style.ts";

/** A server has no elements; the classes can be imported there all the same. */
const BrowserElement: typeof HTMLElement =
  typeof HTMLElement === "undefined" ? (class {} as typeof HTMLElement) : HTMLElement;

/** How an element stands now: what is seen, and what is said of it to people who do not see it. */
export interface Drawing {
  readonly base: HTMLElement;
  readonly status: string;
}

/**
 * What both elements share: a shadow root that is drawn once after each change. Classes, since the platform knows
 * custom elements only as classes.
 */
export abstract class PageElement extends BrowserElement {
  #isScheduled = false;
  /** Stays where it is: a live region that comes anew is read to nobody. */
  #status: HTMLElement | undefined;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(ELEMENT_STYLE);
    root.adoptedStyleSheets = [sheet];
  }

  /** Properties with an attribute or without, for those that were set before the element was known. */
  protected abstract readonly properties: readonly string[];

  protected abstract draw(): Drawing;

  connectedCallback(): void {
    upgradeProperties(this, this.properties);
    this.redraw();
  }

  attributeChangedCallback(): void {
    this.drawSoon();
  }

  /** After a change by a person, once the element shows it. */
  protected tell(detail: object): void {
    this.redraw();
    this.dispatchEvent(new CustomEvent("vedette-page-change", { detail, bubbles: true, composed: true }));
  }

  /** Once, after all changes that are made now. */
  drawSoon(): void {
    if (this.#isScheduled || !this.isConnected) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      if (this.#isScheduled) this.redraw();
    });
  }

  protected redraw(): void {
    this.#isScheduled = false;
    if (this.shadowRoot === null) return;
    const { base, status } = this.draw();
    replaceKeepingFocus(this.shadowRoot, base);
    this.#status ??= this.shadowRoot.appendChild(element("output", { attributes: { class: "hidden" } }));
    if (this.#status.textContent !== status) this.#status.textContent = status;
  }
}
