import { AuthClient } from "@supabase/auth-js";
import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { type IdentityServer, SITE, startIdentity } from "./identity-server.ts";

/** The client that applications use, with a record of what it asked for. */
function clientOf(server: IdentityServer, options: { flowType?: "implicit" | "pkce" } = {}) {
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

onEachStore("the published client", (open) => {
  it("signs up, confirms by the link in the mail, and signs in", async () => {
    const server = await startIdentity(open);
    const { auth, requests } = clientOf(server);
    const account = { email: "ada@example.com", password: "correct horse" };

    const signUp = await auth.signUp({ ...account, options: { data: { name: "Ada" } } });
    expect(signUp.error).toBeNull();
    expect(signUp.data.session).toBeNull();
    expect(signUp.data.user).toMatchObject({
      email: "ada@example.com",
      aud: "authenticated",
      role: "authenticated",
      phone: "",
      is_anonymous: false,
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: { name: "Ada", email: "ada@example.com", email_verified: false },
      identities: [{ provider: "email", identity_data: { email: "ada@example.com", name: "Ada" } }],
    });
    expect(signUp.data.user?.confirmed_at).toBeUndefined();
    expect((await auth.signInWithPassword(account)).error?.code).toBe("email_not_confirmed");

    const mail = await server.mailTo("ada@example.com", "confirmation");
    const opened = await fetch(mail.link, { redirect: "manual" });
    expect(opened.status).toBe(303);
    const landing = new URL(opened.headers.get("location") ?? "");
    expect(landing.origin).toBe(SITE);
    expect([...new URLSearchParams(landing.hash.slice(1)).keys()]).toEqual([
      "access_token",
      "expires_at",
      "expires_in",
      "refresh_token",
      "sb",
      "token_type",
      "type",
    ]);
    expect(new URLSearchParams(landing.hash.slice(1)).get("type")).toBe("signup");

    const signIn = await auth.signInWithPassword(account);
    expect(signIn.error).toBeNull();
    expect(signIn.data.session).toMatchObject({ token_type: "bearer", expires_in: 3600 });
    expect(signIn.data.user?.last_sign_in_at).toEqual(expect.any(String));
    expect(signIn.data.user?.email_confirmed_at).toEqual(expect.any(String));

    const { data } = await auth.getUser();
    expect(data.user).toMatchObject({ email: "ada@example.com", user_metadata: { email_verified: true } });
    expect((await auth.getSession()).data.session?.access_token).toBe(signIn.data.session?.access_token);

    requests.length = 0;
    const claims = await auth.getClaims();
    expect(claims.error).toBeNull();
    expect(claims.data?.header).toMatchObject({ alg: "ES256", typ: "JWT" });
    expect(claims.data?.claims).toMatchObject({
      iss: `${server.url}/auth/v1`,
      sub: data.user?.id,
      aud: "authenticated",
      email: "ada@example.com",
      phone: "",
      role: "authenticated",
      aal: "aal1",
      amr: [{ method: "password", timestamp: expect.any(Number) }],
      is_anonymous: false,
      app_metadata: { provider: "email", providers: ["email"] },
    });
    expect(requests).toEqual(["GET /.well-known/jwks.json"]);
  });
});
