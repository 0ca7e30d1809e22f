import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { longestTurnMs } from "./longest-turn.ts";
import { DASHBOARDS, openRoom, type Room } from "./room.ts";

/** Milliseconds of processor time for which one request may keep all others waiting. */
const BUDGET_MS = 100;
const VALUES = 24_500;

const members = (count: number, padding = 200) =>
  Array.from({ length: count }, (_, at) => `"key${at}":"${"x".repeat(padding)}"`).join(",");
const dashboard = (name: string, count: number, padding?: number) =>
  `{"metadata":{"name":"${name}"},"spec":{"title":"a","wide":{${members(count, padding)}}}}`;

onEachStore("a dashboard with as many values as are allowed", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
    expect(await send("POST", DASHBOARDS, dashboard("large", VALUES))).toBe(201);
  });
  afterAll(async () => await room[Symbol.asyncDispose]());

  async function send(method: "POST" | "PUT" | "PATCH", url: string, payload: string, type = "application/json") {
    const headers = { authorization: room.bearer("admin"), "content-type": type };
    return (await room.app.inject({ method, url, headers, payload })).statusCode;
  }

  const one = `${DASHBOARDS}/large`;
  const applied = `{"apiVersion":"dashboard.vedette.app/v1","kind":"Dashboard","spec":{"description":"b"}}`;
  it.each([
    ["a merge patch of the title", "PATCH", one, `{"spec":{"title":"z"}}`, "application/merge-patch+json", 200],
    [
      "a merge patch in its widest map",
      "PATCH",
      one,
      `{"spec":{"wide":{"key1":2}}}`,
      "application/merge-patch+json",
      200,
    ],
    [
      "a JSON patch",
      "PATCH",
      one,
      `[{"op":"replace","path":"/spec/title","value":"y"}]`,
      "application/json-patch+json",
      200,
    ],
    ["a server-side apply", "PATCH", `${one}?fieldManager=a&force=true`, applied, "application/apply-patch+yaml", 200],
    [
      "a replacement",
      "PUT",
      one,
      dashboard("large", VALUES).replace(`"title":"a"`, `"title":"b"`),
      "application/json",
      200,
    ],
    ["another one", "POST", DASHBOARDS, dashboard("second", VALUES), "application/json", 201],
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
      `${DASHBOARDS}/yaml?fieldManager=a`,
      `apiVersion: dashboard.vedette.app/v1\nkind: Dashboard\nspec:\n  title: y\n  list: [${"a,".repeat(24_000)}]\n`,
      "application/apply-patch+yaml",
      201,
    ],
  ] as const)("does not delay others for long: %s", async (_title, method, url, payload, type, status) => {
    let found = 0;

    const turnMs = await longestTurnMs(async () => {
      found = await send(method, url, payload, type);
    });

    expect(found).toBe(status);
    expect(turnMs).toBeLessThan(BUDGET_MS);
  });

  describe.each([
    ["a new one", "POST", DASHBOARDS, dashboard("too-large", 500_000, 1), "application/json"],
    ["a merge patch", "PATCH", one, `{"spec":{"other":{${members(500_000, 1)}}}}`, "application/merge-patch+json"],
    [
      "a merge patch that makes it too large",
      "PATCH",
      one,
      `{"spec":{"other":{${members(2000)}}}}`,
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
      expect(turnMs).toBeLessThan(BUDGET_MS);
      const list = await room.ask("GET", `${DASHBOARDS}/too-large`);
      expect(list.status).toBe(404);
    });
  });
});
