import { onEachStore } from "@vedette/database/testing";
import { longestTurnMs, TURN_BUDGET_MS } from "@vedette/http/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DASHBOARDS, openRoom, type Room } from "./room.ts";

/** Below the limits of values and of different keys, with room for patches. */
const [VALUES, KEYS] = [195_000, 24_500];

const members = (count: number, padding: number) =>
  Array.from({ length: count }, (_, at) => `"key${at}":"${"x".repeat(padding)}"`).join(",");
const rows = (values: number) => Array(Math.floor(values / 6)).fill('{"id":1,"type":"text","targets":[{"expr":"up"}]}');
/** Most of its values are in objects with the same keys, as in real dashboards. */
const dashboard = (name: string, { values = VALUES, keys = KEYS, padding = 20 } = {}) =>
  `{"metadata":{"name":"${name}"},"spec":{"title":"a","wide":{${members(keys, padding)}},"panels":[${rows(values - keys)}]}}`;

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** `@` stands for the number of the round in what can be done once only. */
onEachStore("a dashboard with as many values as are allowed", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
    expect(await send("POST", DASHBOARDS, dashboard("large"))).toBe(201);
  });
  afterAll(async () => await room[Symbol.asyncDispose]());

  async function send(method: Method, url: string, payload?: string, type = "application/json") {
    const headers = { authorization: room.bearer("admin"), ...(payload === undefined ? {} : { "content-type": type }) };
    return (await room.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })).statusCode;
  }

  const specOf = (uid: string) =>
    dashboard("a")
      .replace(/^.*?"spec":\{/, `{"uid":"${uid}",`)
      .slice(0, -1);
  const legacy = (uid: string) => `{"overwrite":true,"dashboard":${specOf(uid)}}`;
  const one = `${DASHBOARDS}/large`;
  const applied = `{"apiVersion":"dashboard.vedette.app/v1","kind":"Dashboard","spec":{"description":"b@"}}`;
  it.each([
    ["a merge patch of the title", "PATCH", one, `{"spec":{"title":"z@"}}`, "application/merge-patch+json", 200],
    [
      "a merge patch in its widest map",
      "PATCH",
      one,
      `{"spec":{"wide":{"key1":"@"}}}`,
      "application/merge-patch+json",
      200,
    ],
    [
      "a JSON patch",
      "PATCH",
      one,
      `[{"op":"replace","path":"/spec/title","value":"y@"}]`,
      "application/json-patch+json",
      200,
    ],
    ["a server-side apply", "PATCH", `${one}?fieldManager=a&force=true`, applied, "application/apply-patch+yaml", 200],
    ["a replacement", "PUT", one, dashboard("large").replace(`"title":"a"`, `"title":"b@"`), "application/json", 200],
    ["another one", "POST", DASHBOARDS, dashboard("second-@"), "application/json", 201],
    [
      "a merge patch of as many objects",
      "PATCH",
      `${DASHBOARDS}/second-0`,
      `{"spec":{"panels":null,"wide":null,"maps":{${Array.from({ length: 15_000 }, (_, at) => `"key${at}":{"a":{},"b":{},"c":{},"d":{},"e":{}}`)}}}}`,
      "application/merge-patch+json",
      200,
    ],
    [
      "a server-side apply of all of it",
      "PATCH",
      `${one}?fieldManager=b&force=true`,
      dashboard("large").replace("{", '{"apiVersion":"dashboard.vedette.app/v1","kind":"Dashboard",'),
      "application/apply-patch+yaml",
      200,
    ],
    ["a save by the older API", "POST", "/api/dashboards/db", legacy("large"), "application/json", 200],
    ["an import", "POST", "/api/dashboards/import", legacy("imported-@"), "application/json", 200],
    [
      "a comparison of an import",
      "POST",
      "/api/dashboards/import/compare",
      legacy("imported-0"),
      "application/json",
      200,
    ],
    ["a snapshot", "POST", "/api/snapshots", `{"dashboard":${specOf("a")}}`, "application/json", 200],
    ["a draft", "PUT", "/api/user/drafts/dashboards/large", `{"was":${specOf("a")}}`, "application/json", 200],
    ["a restored version", "POST", "/api/dashboards/uid/large/restore", '{"version":1}', "application/json", 200],
    ["the dashboard of the older API", "GET", "/api/dashboards/uid/large", undefined, "application/json", 200],
    ["one version", "GET", "/api/dashboards/uid/large/versions/1", undefined, "application/json", 200],
    ["its removal", "DELETE", "/api/dashboards/uid/imported-@", undefined, "application/json", 200],
    [
      "a JSON patch of 400 operations on its widest map",
      "PATCH",
      one,
      `[${Array(400).fill(`{"op":"add","path":"/spec/wide/key1","value":3}`).join(",")}]`,
      "application/json-patch+json",
      413,
    ],
    [
      "an apply in YAML",
      "PATCH",
      `${DASHBOARDS}/yaml-@?fieldManager=a`,
      `apiVersion: dashboard.vedette.app/v1\nkind: Dashboard\nspec:\n  title: y\n  list: [${"a,".repeat(24_000)}]\n`,
      "application/apply-patch+yaml",
      201,
    ],
  ] as const)("does not delay others for long: %s", async (_title, method, url, payload, type, status) => {
    const found: number[] = [];

    const turnMs = await longestTurnMs(async (round) => {
      found.push(await send(method, url.replace("@", String(round)), payload?.replace("@", String(round)), type));
    });

    expect(found[0]).toBe(status);
    expect(turnMs).toBeLessThan(TURN_BUDGET_MS);
  });

  describe.each([
    ["a new one", "POST", DASHBOARDS, dashboard("too-large", { values: 210_000 }), "application/json"],
    [
      "a new one with too many different keys",
      "POST",
      DASHBOARDS,
      dashboard("too-large", { values: 100_000, keys: 26_000 }),
      "application/json",
    ],
    [
      "a new one whose keys are followed by blanks",
      "POST",
      DASHBOARDS,
      dashboard("too-large", { values: 100_000, keys: 26_000 }).replaceAll('":', '" :'),
      "application/json",
    ],
    ["a merge patch", "PATCH", one, `{"spec":{"other":{${members(500_000, 1)}}}}`, "application/merge-patch+json"],
    [
      "a merge patch that makes it too large",
      "PATCH",
      one,
      `{"spec":{"other":[${rows(20_000)}]}}`,
      "application/merge-patch+json",
    ],
    [
      "an apply in YAML",
      "PATCH",
      `${DASHBOARDS}/too-large?fieldManager=a`,
      `spec:\n- ${"- - - a\n- ".repeat(80_000)}`,
      "application/apply-patch+yaml",
    ],
  ] as const)("with more values: %s", (_title, method, url, payload, type) => {
    it("is rejected with 413 and leaves nothing", async () => {
      let found = 0;

      const turnMs = await longestTurnMs(async () => {
        found = await send(method, url, payload, type);
      });

      expect(found).toBe(413);
      expect(turnMs).toBeLessThan(TURN_BUDGET_MS);
      const list = await room.ask("GET", `${DASHBOARDS}/too-large`);
      expect(list.status).toBe(404);
    });
  });
});
