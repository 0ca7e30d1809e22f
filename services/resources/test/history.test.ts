import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { at, DASHBOARDS, openRoom, type Reply, type Room, type Who } from "./room.ts";

onEachStore("the history of a dashboard", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
  });
  afterAll(async () => await room[Symbol.asyncDispose]());

  const save = (method: "POST" | "PUT", name: string, title: string, message = "") =>
    room.ask(method, method === "POST" ? DASHBOARDS : `${DASHBOARDS}/${name}`, {
      as: title === "B" ? "editor" : "admin",
      body: {
        metadata: { name, annotations: message === "" ? {} : { "vedette.app/message": message } },
        spec: { title },
      },
    });
  const list = (query: Record<string, string>) => room.ask("GET", `${DASHBOARDS}?${new URLSearchParams(query)}`);
  const historyOf = (name: string, more: Record<string, string> = {}) =>
    list({ labelSelector: "vedette.app/get-history=true", fieldSelector: `metadata.name=${name}`, ...more });
  const titlesOf = (reply: Reply) => [...reply.text.matchAll(/"spec":\{"title":"([^"]+)"/g)].map(([, title]) => title);

  async function saveABC(name: string): Promise<Reply[]> {
    return [
      await save("POST", name, "A", "first"),
      await save("PUT", name, "B", "second"),
      await save("PUT", name, "C"),
    ];
  }

  it("holds every version whole, with author and message, the newest first [spec 2, Endpoints]", async () => {
    const versions = await saveABC("kept");
    const history = await historyOf("kept");

    expect(history.json).toMatchObject({ kind: "DashboardList", items: versions.toReversed().map(({ json }) => json) });
    expect(at(history, "items.1.metadata.annotations")).toMatchObject({ "vedette.app/message": "second" });
    expect(at(history, "items.0.metadata.annotations")).not.toHaveProperty("vedette.app/message");
    const authors = [0, 1].map((index) => at(history, `items.${index}.metadata.annotations`));
    expect(authors[0]).not.toEqual(authors[1]);
  });

  it("comes in pages", async () => {
    await saveABC("paged");
    const first = await historyOf("paged", { limit: "2" });
    const second = await historyOf("paged", { limit: "2", continue: String(at(first, "metadata.continue")) });

    expect([titlesOf(first), titlesOf(second)]).toEqual([["C", "B"], ["A"]]);
    expect(at(second, "metadata.continue")).toBeUndefined();
  });

  it("holds twenty versions and more, each with its text", async () => {
    await save("POST", "long", "Version 1");
    for (let version = 2; version <= 25; version += 1) await save("PUT", "long", `Version ${version}`);

    const history = await historyOf("long");

    expect(titlesOf(history)).toEqual(Array.from({ length: 25 }, (_, index) => `Version ${25 - index}`));
    expect(at(history, "items.24.metadata.generation")).toBe(1);
  });

  it("is that of one object: a new one of the same name begins anew", async () => {
    await saveABC("reborn");
    await room.ask("DELETE", `${DASHBOARDS}/reborn`);
    expect(titlesOf(await historyOf("reborn"))).toEqual(["C", "B", "A"]);
    await save("POST", "reborn", "D");

    expect(titlesOf(await historyOf("reborn"))).toEqual(["D"]);
    expect(titlesOf(await historyOf("never-there"))).toEqual([]);
  });

  it("needs the name of the object", async () => {
    expect((await list({ labelSelector: "vedette.app/get-history=true" })).json).toMatchObject({ code: 400 });
  });

  it("lets an old version be read and saved again, as a new one", async () => {
    const [first] = await saveABC("restored");
    const old = await room.ask(
      "GET",
      `${DASHBOARDS}/restored?resourceVersion=${at(first ?? (await list({})), "metadata.resourceVersion")}`,
    );
    await save("PUT", "restored", String(at(old, "spec.title")), "back to A");

    const history = await historyOf("restored");
    expect(titlesOf(history)).toEqual(["A", "C", "B", "A"]);
    expect(at(history, "items.0.metadata.generation")).toBe(4);
  });

  it("is not there for those who may not read", async () => {
    const path = `${DASHBOARDS}?labelSelector=vedette.app%2Fget-history%3Dtrue&fieldSelector=metadata.name%3Dkept`;

    expect((await room.ask("GET", path, { as: "stranger" })).status).toBe(403);
    expect((await room.ask("GET", path, { as: "viewer" })).status).toBe(200);
  });

  describe("after a removal", () => {
    const trash = () => list({ labelSelector: "vedette.app/get-trash=true" });

    it("shows the last state in the trash, from where it is made again", async () => {
      await saveABC("thrown");
      expect(titlesOf(await list({ fieldSelector: "metadata.name=thrown" }))).toEqual(["C"]);
      await room.ask("DELETE", `${DASHBOARDS}/thrown`);

      expect((await trash()).json).toMatchObject({
        items: expect.arrayContaining([
          expect.objectContaining({
            metadata: expect.objectContaining({ name: "thrown", generation: -999 }),
            spec: { title: "C" },
          }),
        ]),
      });
      await save("POST", "thrown", "C");
      expect((await trash()).text).not.toContain('"thrown"');
    });

    it("is told of to people, the last deleted first, and comes back letter by letter", async () => {
      const text = '{"title":"Letters","n":1.0,"tags":["x"],"a":1}';
      const metadata = { name: "letters", labels: { team: "ops" } };
      await room.ask("POST", DASHBOARDS, { text: `{"metadata":${JSON.stringify(metadata)},"spec":${text}}` });
      await save("POST", "earlier", "Earlier");
      for (const name of ["earlier", "letters"]) await room.ask("DELETE", `${DASHBOARDS}/${name}`);

      const told = await room.ask("GET", "/api/dashboards/trash?limit=2", { as: "viewer" });
      expect(told.json).toMatchObject([
        { uid: "letters", title: "Letters", deletedBy: "admin@example.test", canRestore: false },
        { uid: "earlier" },
      ]);
      expect(Number(told.headers["x-total-count"])).toBeGreaterThanOrEqual(2);
      const found = await room.ask("GET", "/api/dashboards/trash?query=ETTER", { as: "viewer" });
      expect(found.json).toMatchObject([{ uid: "letters" }]);
      expect(found.headers["x-total-count"]).toBe("1");
      expect((await room.ask("GET", "/api/dashboards/trash?query=%25")).json).toEqual([]);
      const restore = (name: string, as: Who = "admin") =>
        room.ask("PATCH", `/api/dashboards/uid/${name}/trash`, { as, body: {} });
      expect((await restore("letters", "viewer")).status).toBe(403);
      expect((await restore("never")).status).toBe(404);
      const back = await restore("letters");
      expect([back.status, at(back, "uid")]).toEqual([200, "letters"]);
      const read = await room.ask("GET", `${DASHBOARDS}/letters`);
      expect(read.text).toContain(`"spec":${text}`);
      expect(at(read, "metadata.labels.team")).toBe("ops");
      expect((await restore("letters")).status).toBe(409);
    });

    it("shows each name once, with what was removed last", async () => {
      for (const title of ["A", "B"]) {
        await save("POST", "twice", title);
        await room.ask("DELETE", `${DASHBOARDS}/twice`);
      }

      const found = [...(await trash()).text.matchAll(/"name":"twice".*?"spec":\{"title":"(\w)"/g)].map(
        ([, title]) => title,
      );
      expect(found).toEqual(["B"]);
    });
  });
});
