import { AuthAdminApi, AuthClient } from "@supabase/auth-js";
import type { RunningVedette } from "./running-server.ts";

/** The published client as an application sets it up, with a list of what it asked the server for. */
export function anApplication({ url, keys }: RunningVedette) {
  const requests: string[] = [];
  const stored = new Map<string, string>();
  const auth = new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: keys.publishable_key },
    autoRefreshToken: false,
    persistSession: true,
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    fetch: (input, init) => {
      requests.push(`${init?.method ?? "GET"} ${new URL(String(input)).pathname}`);
      return fetch(input, init);
    },
  });
  return { auth, requests };
}

/** The same client in a trusted program that holds the secret key. */
export function anAdministration({ url, keys }: RunningVedette) {
  return new AuthAdminApi({
    url: `${url}/auth/v1`,
    headers: { apikey: keys.secret_key, Authorization: `Bearer ${keys.secret_key}` },
  });
}
