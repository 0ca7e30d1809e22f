import { createClient as createSupabaseClient } from "@supabase/supabase-js";
import { createClient, readRequestCookies } from "@vedette/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { anAdministration } from "./auth-client.ts";
import { type RunningVedette, startVedette } from "./running-server.ts";

const ADA = { email: "ada@example.com", password: "correct horse battery" };
let vedette: RunningVedette;

beforeAll(async () => {
  vedette = await startVedette({ env: { VEDETTE_UI_ENABLED: "false" } });
  const { error } = await anAdministration(vedette).createUser({ ...ADA, email_confirm: true });
  if (error !== null) throw error;
});
afterAll(() => vedette.stop());

it("one client signs in, and its claims are checked without asking the server [spec 1, Client operations]", async () => {
  const asked: string[] = [];
  const { auth } = createClient(vedette.url, vedette.keys.publishable_key, {
    fetch: (input, init) => {
      asked.push(new URL(String(input)).pathname);
      return fetch(input, init);
    },
  });
  await auth.signInWithPassword(ADA);
  asked.length = 0;

  expect((await auth.getClaims()).data?.claims.email).toBe(ADA.email);
  await auth.getClaims();
  expect(asked).toEqual(["/auth/v1/.well-known/jwks.json"]);
  expect((await auth.getSession()).data.session?.access_token).toMatch(/^ey/);
  expect(asked).toHaveLength(1);
  expect((await auth.getUser()).data.user?.email).toBe(ADA.email);
  expect(asked).toEqual(["/auth/v1/.well-known/jwks.json", "/auth/v1/user"]);
});

it("a session in cookies is there in the next request", async () => {
  const first = readRequestCookies(new Request("http://app.example/"));
  await createClient(vedette.url, vedette.keys.publishable_key, { cookies: first }).auth.signInWithPassword(ADA);
  const headers = new Headers();
  first.apply(headers);
  const cookie = headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
  const second = readRequestCookies(new Request("http://app.example/", { headers: { cookie } }));
  const client = createClient(vedette.url, vedette.keys.publishable_key, { cookies: second });

  expect((await client.auth.getClaims()).data?.claims.email).toBe(ADA.email);
});

it("dashboards are saved, changed, listed and removed with the secret key's rights, and metrics are asked for", async () => {
  const { dashboards, metrics } = createClient(vedette.url, vedette.keys.publishable_key, {
    accessToken: async () => vedette.keys.secret_key,
  });

  const made = await dashboards.create({ name: "by-client", spec: { title: "By the client", panels: [] } });
  const saved = await dashboards.update({ ...made, spec: { ...made.spec, title: "Changed" } });
  const overtaken = await dashboards.update(made).catch((error: unknown) => error);
  const { items } = await dashboards.list();
  await dashboards.delete("by-client");

  expect(saved.spec["title"]).toBe("Changed");
  expect(overtaken).toMatchObject({ status: 409, reason: "Conflict" });
  expect(items.map(({ metadata }) => metadata.name)).toContain("by-client");
  expect(await dashboards.get("by-client").catch((error: unknown) => error)).toMatchObject({ status: 404 });
  expect(await metrics.query({ query: "1 + 1" })).toMatchObject({
    resultType: "scalar",
    result: [expect.anything(), "2"],
  });
});

it("the client of the peer's whole house signs in, too", async () => {
  const { auth } = createSupabaseClient(vedette.url, vedette.keys.publishable_key, {
    auth: { persistSession: false, autoRefreshToken: false },
  });

  const { data, error } = await auth.signInWithPassword(ADA);

  expect(error).toBeNull();
  expect(data.user?.email).toBe(ADA.email);
});

it("folders are kept, and teams with their members and external groups", async () => {
  const client = createClient(vedette.url, vedette.keys.publishable_key, {
    accessToken: async () => vedette.keys.secret_key,
  });
  await client.folders.create({ name: "infra", spec: { title: "Infra" } });
  await client.dashboards.create({
    name: "in-infra",
    spec: { title: "In infra" },
    annotations: { "vedette.app/folder": "infra" },
  });
  const team = await client.teams.create({ name: "night", spec: { title: "Night watch" } });
  const person = (await anAdministration(vedette).listUsers()).data.users[0];

  await client.teams.addGroup("night", "cn=ops+night,dc=x");
  await client.teams.addMember("night", person?.id ?? "");

  expect((await client.folders.get("infra")).spec.title).toBe("Infra");
  expect(team.spec.title).toBe("Night watch");
  expect(await client.teams.groups("night")).toEqual(["cn=ops+night,dc=x"]);
  expect(await client.teams.members("night")).toMatchObject([{ userId: person?.id, email: ADA.email }]);
  await client.teams.removeGroup("night", "cn=ops+night,dc=x");
  await client.teams.removeMember("night", person?.id ?? "");
  expect(await client.teams.groups("night")).toEqual([]);
  expect(await client.teams.members("night")).toEqual([]);
  await client.folders.delete("infra");
  await expect(client.dashboards.get("in-infra")).rejects.toMatchObject({ status: 404 });
});
