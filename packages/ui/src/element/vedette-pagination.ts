import {
  clampPage,
  hasNext,
  itemsOf,
  knownPageSize,
  knownSizes,
  knownTotal,
  type PageSizeChoice,
  type PageState,
  pageAfterResize,
  pageCountOf,
  pageWindow,
  sizeValue,
} from "../table/page-state.ts";
import { englishTexts, type PageTexts } from "../table/page-texts.ts";
import { arrow, element, options } from "./dom.ts";
import type { Drawing } from "./page-element.ts";
import { withProperties } from "./properties.ts";
import { attributeOf, numberAttribute, setAttribute } from "./reflected.ts";

/** Of `vedette-page-change`, once for each act of a person. */
export type PageChangeDetail = PageState;

const PROPERTIES = {
  numbers: ["totalItems", "pageWindow"],
  switches: ["disabled", "pagesUnknown", "isLastPage", "pageInputDisabled", "pageSizeInputDisabled", "keepPosition"],
  texts: ["itemsPerPageText", "backwardText", "forwardText", "size"],
  functions: ["itemRangeText", "itemText", "pageRangeText", "pageText", "pageSelectLabelText"],
} as const;

/** Texts may be of another direction than the page: "1–10 of 103 items" begins with no letter. */
const PAGES = { part: "pages", attributes: { dir: "auto" } } as const;

const REFLECTED = [...PROPERTIES.numbers, ...PROPERTIES.switches, ...PROPERTIES.texts, "page", "pageSize", "pageSizes"];

/** `<vedette-pagination>`: splits a list into pages, without a framework. */
export class VedettePagination extends withProperties(PROPERTIES) {
  static readonly observedAttributes = [...REFLECTED, "lang", "ariaLabel"].map(attributeOf);

  protected readonly properties = [...REFLECTED, ...PROPERTIES.functions];
  #choices: readonly PageSizeChoice[] | undefined;

  /** As objects, or by the attribute as numbers: `10 20 50`. */
  get pageSizes(): readonly PageSizeChoice[] {
    if (this.#choices !== undefined) return this.#choices;
    return knownSizes((this.getAttribute("page-sizes") ?? "").split(/[\s,]+/).map(Number));
  }

  set pageSizes(sizes: readonly PageSizeChoice[] | undefined) {
    this.#choices = sizes ? knownSizes(sizes) : undefined;
    this.drawSoon();
  }

  /** From 1. */
  get page(): number {
    return clampPage(numberAttribute(this, "page") ?? 1, this.#pageCount);
  }

  set page(page: number) {
    setAttribute(this, "page", page);
  }

  get pageSize(): number {
    return knownPageSize(numberAttribute(this, "pageSize"), this.pageSizes);
  }

  set pageSize(size: number) {
    setAttribute(this, "pageSize", size);
  }

  get #pageCount(): number | undefined {
    return pageCountOf(this, this.pageSize);
  }

  protected override draw(): Drawing {
    const { page, pageSize } = this;
    const pageCount = this.#pageCount;
    const texts = this.#texts();
    const isDisabled = this.disabled;
    const totalItems = this.pagesUnknown ? undefined : knownTotal(this.totalItems);
    const { min, max } = itemsOf({ page, pageSize }, totalItems);
    const range = totalItems === undefined ? texts.itemText(min, max) : texts.itemRangeText(min, max, totalItems);
    const sizes = element(
      "select",
      {
        part: "size",
        attributes: { id: "size", "data-key": "size", disabled: isDisabled || this.pageSizeInputDisabled },
        on: { change: ({ target }) => this.#resize(Number((target as HTMLSelectElement).value)) },
      },
      options(
        this.pageSizes.map((choice) => ({
          value: sizeValue(choice),
          text: typeof choice === "number" ? String(choice) : choice.text,
        })),
        pageSize,
      ),
    );
    const name = this.getAttribute("aria-label") ?? "pagination";
    const base = element("div", { part: "base", attributes: { role: "group", "aria-label": name } }, [
      element("div", { attributes: { class: "group" } }, [
        element("label", { part: "label", attributes: { for: "size", dir: "auto" } }, [texts.itemsPerPageText]),
        sizes,
        element("span", { part: "range", attributes: { "aria-hidden": "true", dir: "auto" } }, [range]),
      ]),
      element("div", { attributes: { class: "group" } }, [
        ...this.#pages(page, pageCount, texts),
        element("div", { attributes: { class: "steps" } }, [
          this.#step("previous", { label: texts.backwardText, isThere: !isDisabled && page > 1 }),
          this.#step("next", {
            label: texts.forwardText,
            isThere: !isDisabled && hasNext(page, pageCount, this.isLastPage),
          }),
        ]),
      ]),
    ]);
    return { base, status: range };
  }

  #pages(page: number, pageCount: number | undefined, texts: PageTexts): HTMLElement[] {
    if (pageCount === undefined) return [element("span", PAGES, [texts.pageText(page)])];
    const choices = pageWindow(page, pageCount, this.pageWindow ?? 1000);
    const select = element(
      "select",
      {
        part: "page",
        attributes: {
          "aria-label": texts.pageSelectLabelText(pageCount),
          "data-key": "page",
          disabled: this.disabled || this.pageInputDisabled,
        },
        on: { change: ({ target }) => this.#goTo(Number((target as HTMLSelectElement).value)) },
      },
      options(
        choices.map((value) => ({ value, text: String(value) })),
        page,
      ),
    );
    return [select, element("span", PAGES, [texts.pageRangeText(page, pageCount)])];
  }

  #step(to: "previous" | "next", { label, isThere }: { label: string; isThere: boolean }): HTMLElement {
    const attributes = { type: "button", "aria-label": label, title: label, "data-key": to, disabled: !isThere };
    const press = () => this.#goTo(this.page + (to === "next" ? 1 : -1));
    return element("button", { part: to, attributes, on: { click: press } }, [arrow(to)]);
  }

  #goTo(page: number): void {
    this.page = clampPage(page, this.#pageCount);
    this.tell({ page: this.page, pageSize: this.pageSize });
  }

  #resize(size: number): void {
    const next = pageAfterResize({ page: this.page, pageSize: this.pageSize }, size, this.keepPosition);
    this.pageSize = next.pageSize;
    this.page = next.page;
    this.tell({ page: this.page, pageSize: this.pageSize });
  }

  #texts(): PageTexts {
    const english = englishTexts(this.lang || document.documentElement.lang || "en");
    return {
      itemsPerPageText: this.itemsPerPageText ?? english.itemsPerPageText,
      backwardText: this.backwardText ?? english.backwardText,
      forwardText: this.forwardText ?? english.forwardText,
      itemRangeText: this.itemRangeText ?? english.itemRangeText,
      itemText: this.itemText ?? english.itemText,
      pageRangeText: this.pageRangeText ?? english.pageRangeText,
      pageText: this.pageText ?? english.pageText,
      pageSelectLabelText: this.pageSelectLabelText ?? english.pageSelectLabelText,
    };
  }
}
