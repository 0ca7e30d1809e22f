import { type ComponentType, type LazyExoticComponent, lazy } from "react";

interface PageCode {
  readonly default: ComponentType;
}

export interface LazyPage {
  readonly Page: LazyExoticComponent<ComponentType>;
  readonly fetch: () => Promise<unknown>;
}

/**
 * Like `lazy`, for a page that may be fetched before it is drawn: then it is drawn at once. Of a promise React hears too
 * late even when it is fulfilled: it would draw nothing first, and what follows waits for 300 ms after that.
 */
export function lazyPage(load: () => Promise<PageCode>): LazyPage {
  let code: PageCode | undefined;
  const fetch = async () => {
    code = await load();
    return code;
  };
  // biome-ignore lint/suspicious/noThenProperty: that React hears at once is what it is for
  const there = (found: PageCode) => ({ then: (take: (found: PageCode) => void) => take(found) });
  // React asks for nothing but `then`.
  const Page = lazy(() => (code === undefined ? fetch() : (there(code) as unknown as Promise<PageCode>)));
  return { Page, fetch };
}
