import type { PageChangeDetail, VedettePagination } from "./vedette-pagination.ts";
import type { VedettePaginationNav } from "./vedette-pagination-nav.ts";

interface ElementByName {
  "vedette-pagination": VedettePagination;
  "vedette-pagination-nav": VedettePaginationNav;
}

interface EventByName {
  "vedette-page-change": CustomEvent<PageChangeDetail>;
}

declare global {
  interface HTMLElementTagNameMap extends ElementByName {}

  interface HTMLElementEventMap extends EventByName {}
  interface DocumentEventMap extends EventByName {}
}

/** What a template may say of an element: its properties, its attributes, and what all elements have. */
type ElementProps<Element extends HTMLElement> = Partial<Omit<Element, keyof HTMLElement>> & {
  readonly class?: string;
  readonly id?: string;
  readonly lang?: string;
  readonly dir?: string;
  readonly hidden?: boolean;
  readonly title?: string;
  readonly slot?: string;
  readonly style?: unknown;
  /** As React 19 asks for it. */
  readonly "onvedette-page-change"?: (event: EventByName["vedette-page-change"]) => void;
  /** As Vue asks for it. */
  readonly onVedettePageChange?: (event: EventByName["vedette-page-change"]) => void;
  readonly [attribute: `${string}-${string}`]: unknown;
};

/** What React itself takes of an element. */
interface ReactProps<Element> {
  readonly key?: string | number | bigint | null;
  readonly ref?: ((element: Element | null) => void) | { current: Element | null } | null;
  readonly className?: string;
}

/** For the types of React (`JSX.IntrinsicElements`) and Svelte (`SvelteHTMLElements`); see the README. */
export type VedetteElementProps = {
  readonly [Name in keyof ElementByName]: ElementProps<ElementByName[Name]> & ReactProps<ElementByName[Name]>;
};

/** For the types of Vue (`GlobalComponents`), which knows elements as components with these props. */
export type VedetteGlobalComponents = {
  readonly [Name in keyof ElementByName]: new () => { $props: ElementProps<ElementByName[Name]> };
};
