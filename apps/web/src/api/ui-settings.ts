import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { publicPath } from "./public-path.ts";
import { request } from "./request.ts";

/** What the server says of its pages before anybody signs in. */
export interface UiSettings {
  readonly Auth: { readonly Enabled: boolean; readonly RedirectToProvider: boolean; readonly Label: string };
  readonly Codec: CodecSettings;
  /** What this installation is called. */
  readonly InstanceName: string;
  /** What everybody who is signed in should know; empty for nothing. */
  readonly BannerText: string;
  readonly DefaultNamespace: string;
  readonly ShowVedetteSystemNamespace: boolean;
  readonly NavCollapsedByDefault: boolean;
  readonly FeedbackURL: string;
  readonly DisableWriteActions: boolean;
  readonly RefreshWorkflowCountsDisabled: boolean;
  /** The look of a hosted installation. */
  readonly CloudUI: boolean;
  readonly Version: string;
}

/** The server that reads payloads, asked by the browser itself. */
export interface CodecSettings {
  /** Empty where there is none. */
  readonly Endpoint: string;
  readonly PassAccessToken: boolean;
  readonly IncludeCredentials: boolean;
  readonly DefaultErrorMessage: string;
  readonly DefaultErrorLink: string;
}

export const uiSettingsQuery = queryOptions({
  queryKey: ["ui-settings"],
  queryFn: ({ signal }) =>
    request<UiSettings>("/api/v1/settings", { signal, signedOut: "throw", like: { Auth: {}, Codec: {}, Version: "" } }),
  staleTime: 60_000,
});

/** Whether the server refuses every change, whoever asks for it. What is not known refuses nothing. */
export async function isReadOnly(queryClient: QueryClient): Promise<boolean> {
  const settings = await queryClient.ensureQueryData(uiSettingsQuery).catch(() => undefined);
  return settings?.DisableWriteActions === true;
}

/** Where signing in through the provider begins; it ends at a page of this server. */
export function providerAddress(next: string): string {
  return `${publicPath()}/auth/sso?${new URLSearchParams({ returnUrl: publicPath() + next })}`;
}

/** Where the provider's session ends as well. */
export function providerSignOutAddress(): string {
  return `${publicPath()}/auth/logout`;
}
