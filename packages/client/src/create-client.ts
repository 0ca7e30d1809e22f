import { AuthClient } from "@supabase/auth-js";
import { apiCaller } from "./call-api.ts";
import type { RequestCookies } from "./cookies.ts";
import { type Metrics, metricsOf } from "./metrics.ts";
import { type Collection, collection } from "./resources.ts";
import { type Teams, teamsOf } from "./teams.ts";

export interface ClientOptions {
  /** Keeps the session in the cookies of a request, for pages that a server renders. */
  readonly cookies?: RequestCookies;
  /**
   * Another provider's token, or `null` while nobody is signed in there. The server must trust that provider. With it,
   * `auth` cannot be used.
   */
  readonly accessToken?: () => Promise<string | null>;
  /** `default` unless given. */
  readonly namespace?: string;
  readonly fetch?: typeof fetch;
}

/** What the published client of this protocol offers. */
type Auth = InstanceType<typeof AuthClient>;

/** One client for a watch room. */
export interface VedetteClient {
  /**
   * Signing in and out, and who somebody is. `getClaims` checks the token here, with the keys that the server
   * publishes: use it to protect pages. `getUser` asks the server for the record of now. `getSession` gives what is
   * stored, unchecked: use it for tokens to pass on, never to decide what somebody may do.
   */
  readonly auth: Auth;
  readonly dashboards: Collection<Readonly<Record<string, unknown>>>;
  readonly playlists: Collection<PlaylistSpec>;
  /** What lies in a folder names it in its annotation `vedette.app/folder`, another folder too. */
  readonly folders: Collection<FolderSpec>;
  readonly teams: Teams;
  readonly metrics: Metrics;
}

export interface FolderSpec {
  readonly title: string;
  readonly description?: string;
}

export interface PlaylistSpec {
  readonly title: string;
  /** A number and a unit: `30s`, `5m`, `1h`. */
  readonly interval: string;
  readonly items: readonly { readonly type: string; readonly value: string }[];
}

/**
 * Makes a client.
 *
 * @param url - where the server is, e.g. `https://watch.example.com`
 * @param publishableKey - `vd_publishable_…`; programs carry it openly
 */
export function createClient(url: string, publishableKey: string, options: ClientOptions = {}): VedetteClient {
  const base = url.replace(/\/+$/, "");
  const { cookies, accessToken, namespace = "default", fetch: ownFetch = globalThis.fetch } = options;
  const auth =
    accessToken === undefined
      ? new AuthClient({
          url: `${base}/auth/v1`,
          headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
          storageKey: "vedette-auth",
          flowType: "pkce",
          fetch: ownFetch,
          ...(cookies === undefined
            ? {}
            : { storage: cookies.storage, autoRefreshToken: false, persistSession: true, detectSessionInUrl: false }),
        })
      : unusableAuth();
  const call = apiCaller({
    url: base,
    publishableKey,
    fetch: ownFetch,
    accessToken: accessToken ?? (async () => (await auth.getSession()).data.session?.access_token ?? null),
  });
  return {
    auth,
    dashboards: collection(call, { group: "dashboard.vedette.app", plural: "dashboards", namespace }),
    playlists: collection(call, { group: "playlist.vedette.app", plural: "playlists", namespace }),
    folders: collection(call, { group: "folder.vedette.app", plural: "folders", namespace }),
    teams: teamsOf(call, { group: "team.vedette.app", plural: "teams", namespace }),
    metrics: metricsOf(call),
  };
}

/** Somebody else signs people in: nothing here knows anything about that. */
function unusableAuth(): Auth {
  // Nothing of it can be read, so it needs to have nothing.
  return new Proxy({} as Auth, {
    get(_target, name) {
      throw new TypeError(`auth.${String(name)} cannot be used: this client gets its tokens from accessToken`);
    },
  });
}
