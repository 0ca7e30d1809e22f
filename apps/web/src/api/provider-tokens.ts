import { publicPath } from "./public-path.ts";

/** What signing in through the provider left in cookies for this page. */
interface ProviderTokens {
  readonly AccessToken: string;
  readonly IDToken: string;
}

const KEPT = "vedette.provider-tokens";
/** One renewal for all calls that found their token ended. */
let renewal: Promise<boolean> | undefined;

/** The tokens of somebody who came back from the provider: out of the cookies, then kept for this tab. */
function providerTokens(): ProviderTokens | undefined {
  const fresh = readCookies();
  if (fresh !== undefined) sessionStorage.setItem(KEPT, JSON.stringify(fresh));
  const kept = sessionStorage.getItem(KEPT);
  return kept === null ? undefined : tokensFrom(kept);
}

/** Adds the tokens to a call that brings none of its own. */
export function providerHeaders(headers: Headers): Headers {
  const tokens = headers.has("authorization") ? undefined : providerTokens();
  if (tokens === undefined) return headers;
  headers.set("authorization", `Bearer ${tokens.AccessToken}`);
  headers.set("authorization-extras", tokens.IDToken);
  return headers;
}

/** @returns whether there are new tokens */
export function renewProviderTokens(): Promise<boolean> {
  if (providerTokens() === undefined) return Promise.resolve(false);
  renewal ??= renew().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

/** Forgets the tokens; `false` when there are none. */
export function dropProviderTokens(): boolean {
  const hadSome = providerTokens() !== undefined;
  sessionStorage.removeItem(KEPT);
  return hadSome;
}

async function renew(): Promise<boolean> {
  const answer = await fetch(`${publicPath()}/auth/refresh`, { credentials: "same-origin" }).catch(() => undefined);
  if (answer?.ok === true) return providerTokens() !== undefined;
  if (answer?.status === 401) sessionStorage.removeItem(KEPT);
  return false;
}

/** `user0`, `user1`, …, put together and taken away. */
function readCookies(): ProviderTokens | undefined {
  const values = new Map(
    document.cookie.split("; ").map((pair) => {
      const equals = pair.indexOf("=");
      return [pair.slice(0, equals), pair.slice(equals + 1)] as const;
    }),
  );
  let text = "";
  for (let piece = 0; values.has(`user${piece}`); piece += 1) {
    text += values.get(`user${piece}`);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `user${piece}=; path=/; max-age=0`;
  }
  if (text === "") return undefined;
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  return tokensFrom(new TextDecoder().decode(bytes));
}

function tokensFrom(text: string): ProviderTokens | undefined {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) return undefined;
  const [AccessToken, IDToken]: unknown[] = [Reflect.get(value, "AccessToken"), Reflect.get(value, "IDToken")];
  return typeof AccessToken === "string" && typeof IDToken === "string" ? { AccessToken, IDToken } : undefined;
}
