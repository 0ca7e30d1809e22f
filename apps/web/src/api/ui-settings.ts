import { queryOptions } from "@tanstack/react-query";
import { publicPath } from "./public-path.ts";
import { request } from "./request.ts";

/** What the server says of its pages before anybody signs in. */
export interface UiSettings {
  readonly Auth: { readonly Enabled: boolean; readonly RedirectToProvider: boolean; readonly Label: string };
  readonly DefaultNamespace: string;
  readonly ShowVedetteSystemNamespace: boolean;
  readonly FeedbackURL: string;
  readonly DisableWriteActions: boolean;
  /** The look of a hosted installation. */
  readonly CloudUI: boolean;
  readonly Version: string;
}

export const uiSettingsQuery = queryOptions({
  queryKey: ["ui-settings"],
  queryFn: ({ signal }) => request<UiSettings>("/api/v1/settings", { signal, signedOut: "throw" }),
  staleTime: 60_000,
});

/** Where signing in through the provider begins; it ends at a page of this server. */
export function providerAddress(next: string): string {
  return `${publicPath()}/auth/sso?${new URLSearchParams({ returnUrl: publicPath() + next })}`;
}

/** Where the provider's session ends as well. */
export function providerSignOutAddress(): string {
  return `${publicPath()}/auth/logout`;
}
