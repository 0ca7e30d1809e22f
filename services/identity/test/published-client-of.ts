import { AuthAdminApi, AuthClient } from "@supabase/auth-js";
import { expect } from "vitest";
import type { IdentityServer } from "./identity-server.ts";

/** The client that applications use, with a record of what it asked the server for. */
export function clientOf(server: IdentityServer, options: { flowType?: "implicit" | "pkce" } = {}) {
  const requests: string[] = [];
  const stored = new Map<string, string>();
  const auth = new AuthClient({
    url: `${server.url}/auth/v1`,
    headers: { apikey: server.publishableKey, Authorization: `Bearer ${server.publishableKey}` },
    autoRefreshToken: false,
    persistSession: true,
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    fetch: (input, init) => {
      requests.push(`${init?.method ?? "GET"} ${new URL(String(input)).pathname.replace("/auth/v1", "")}`);
      return fetch(input, init);
    },
    ...options,
  });
  return { auth, requests };
}

/** The same for trusted servers that hold the secret key. */
export function adminOf({ url, secretKey }: IdentityServer): InstanceType<typeof AuthAdminApi> {
  return new AuthAdminApi({
    url: `${url}/auth/v1`,
    headers: { apikey: secretKey, Authorization: `Bearer ${secretKey}` },
  });
}

export const PASSWORD = "correct horse";

/** A client whose confirmed user is signed in. */
export async function signedIn(server: IdentityServer, email = "ada@example.com") {
  const { error: refusal } = await adminOf(server).createUser({ email, password: PASSWORD, email_confirm: true });
  if (refusal !== null && refusal.code !== "email_exists") throw refusal;
  const client = clientOf(server);
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  expect(error).toBeNull();
  if (data.session === null) throw new Error("No session");
  return { ...client, session: data.session, user: data.user };
}

/** Where a link of a mail leads, with what its fragment says. */
export async function openLink(link: URL): Promise<{ url: URL; fragment: URLSearchParams }> {
  const answer = await fetch(link, { redirect: "manual" });
  expect(answer.status).toBe(303);
  expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  const url = new URL(answer.headers.get("location") ?? "");
  return { url, fragment: new URLSearchParams(url.hash.slice(1)) };
}
