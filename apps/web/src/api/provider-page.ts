import type { Like } from "./like.ts";
import { publicPath } from "./public-path.ts";

/** A provider that people may sign in with. */
export interface OfferedProvider {
  readonly name: string;
  readonly title: string;
}

export const OFFERED_LIKE = { name: "", title: "" } satisfies Like<OfferedProvider>;

/** Where the browser comes back to from a provider; it goes on to `next`. */
export function providerPage(next: string): string {
  return `${location.origin}${publicPath()}/sign-in/provider?${new URLSearchParams({ next })}`;
}

/** Where a browser goes to sign in with a provider. */
export function signInAddress({ name }: OfferedProvider, next: string): string {
  const query = new URLSearchParams({ provider: name, redirect_to: providerPage(next) });
  return `${publicPath()}/auth/v1/authorize?${query}`;
}
