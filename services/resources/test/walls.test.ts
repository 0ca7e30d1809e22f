import { randomUUID } from "node:crypto";
import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { permissionsOfGiver } from "../src/walls/giver.ts";
import { identifyReader } from "../src/walls/identify-reader.ts";
import { newWallKey } from "../src/walls/wall-key.ts";
import { listWalls } from "../src/walls/walls.ts";
import { at, DASHBOARDS, DATA_SOURCES, openRoom, PLAYLISTS, type Room, type Who } from "./room.ts";

const PICTURE = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
const NOTHING = { message: "", night: null, pins: {} };
const SCREEN = { name: "HDMI-1", width: 1920, height: 1080, state: "playing", index: 0, length: 2, problem: "" };

onEachStore("walls", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
    const pumps = { type: "prometheus", uid: "pumps" };
    const pressure = { expr: 'max(pressure{side="$side"})' };
    await dashboard("bow", {
      tags: ["deck"],
      panels: [{ datasource: pumps, targets: [{ expr: "up" }, pressure] }],
      templating: {
        list: [{ name: "side", type: "query", datasource: pumps, query: "label_values(pressure, side)" }],
      },
    });
    await dashboard("stern", { tags: ["deck"] });
    await dashboard("bridge", { tags: ["secret"] });
    await playlist("watch", [
      { type: "dashboard_by_uid", value: "bow" },
      { type: "dashboard_by_tag", value: "deck" },
    ]);
    const choice = { name: "ds", type: "datasource", query: "prometheus", regex: "/^eng/" };
    await dashboard("helm", {
      panels: [
        { datasource: { uid: "$ds" }, targets: [{ expr: "speed" }] },
        { datasource: { uid: "-- Mixed --" }, targets: [{ expr: "depth", datasource: { uid: "pumps" } }] },
      ],
      templating: { list: [choice] },
    });
    await playlist("steering", [{ type: "dashboard_by_uid", value: "helm" }]);
    const own = { datasource: { uid: "vedette" }, targets: [{ expr: "up" }] };
    await dashboard("keel", { panels: [own] });
    await playlist("below", [{ type: "dashboard_by_uid", value: "keel" }]);
    await playlist("empty", [{ type: "dashboard_by_tag", value: "nothing" }]);
    for (const name of ["pumps", "engines"]) {
      await made(DATA_SOURCES, {
        apiVersion: "datasource.vedette.app/v1",
        kind: "DataSource",
        metadata: { name },
        spec: { title: name, type: "prometheus", url: "http://127.0.0.1:9" },
      });
    }
  });
  afterAll(async () => await room[Symbol.asyncDispose]());

  async function made(path: string, body: object): Promise<void> {
    const { status, text } = await room.ask("POST", path, { body });
    if (status !== 201) throw new Error(text);
  }
  const dashboard = (name: string, spec: object) =>
    made(DASHBOARDS, { metadata: { name }, spec: { title: `The ${name}`, ...spec } });
  const playlist = (name: string, items: object[]) =>
    made(PLAYLISTS, {
      kind: "Playlist",
      apiVersion: "playlist.vedette.app/v1",
      metadata: { name },
      spec: { title: name, interval: "1m", items },
    });

  const begin = async (wish: object = {}, from = "127.0.0.1") => {
    const reply = await room.ask("POST", "/api/wall/pairing", {
      as: "nobody",
      body: { playlist: "watch", name: "hall", ...wish },
      from,
    });
    return { reply, code: String(at(reply, "code")), key: String(at(reply, "key")) };
  };
  let admissions = 0;
  /** Each from an address of its own: codes that are typed at one are limited. */
  const admit = (code: string, more: object = {}) => {
    admissions += 1;
    return room.ask("POST", "/api/walls", { body: { code, ...more }, from: `10.0.1.${admissions}` });
  };
  const by = (key: string) => ({ as: "nobody", headers: { authorization: `Bearer ${key}` } }) as const;
  const stateOf = async (key: string) => at(await room.ask("GET", "/api/wall/pairing", by(key)), "state");
  const report = (key: string, more: object = {}) =>
    room.ask("POST", "/api/wall/report", {
      ...by(key),
      body: { lastCommand: "0", screens: [{ ...SCREEN, dashboard: "The bow" }], ...more },
    });
  const aWall = async (wish: object = {}) => {
    const { code, key } = await begin(wish);
    return { key, id: String(at(await admit(code), "id")) };
  };

  it("are let in by the code that they show, once, however it is typed", async () => {
    const { reply, code, key } = await begin();
    expect(reply.status).toBe(201);
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
    expect(at(reply, "address")).toBe("http://localhost:8080/wall/pair");
    expect(await stateOf(key)).toBe("waiting");
    expect((await report(key)).status).toBe(401);

    const done = await admit(` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)} `, { name: "Lobby" });
    expect(done.status).toBe(201);
    expect(await stateOf(key)).toBe("paired");
    expect((await report(key)).json).toMatchObject({ name: "Lobby", playlist: "watch", commands: [] });
    const again = await admit(code);
    expect([again.status, at(again, "messageId")]).toEqual([404, "wall_code_wrong"]);
  });

  it("are not let in by a wrong code, one that is too old, or to a playlist that is not there", async () => {
    const { code, key } = await begin({ playlist: "sunk" });
    expect((await admit("222222")).status).toBe(404);
    const unknown = await admit(code);
    expect([unknown.status, at(unknown, "messageId")]).toEqual([400, "wall_playlist_unknown"]);

    await room.database.query("update vedette.wall_pairings set expires_at = now() - interval '1 second'");
    expect((await admit(code, { playlist: "watch" })).status).toBe(404);
    expect(await stateOf(key)).toBe("gone");
  });

  it("are let in by nobody who tries too many wrong codes, from whatever addresses, for as long as it says", async () => {
    const { code } = await begin();
    const guess = () => admit("222222");
    // One that is right begins the count anew.
    expect((await guess()).status).toBe(404);
    expect((await admit((await begin()).code)).status).toBe(201);
    const tries = [];
    for (let n = 0; n < 21; n += 1) tries.push(await guess());

    expect(tries.slice(0, 20).map(({ status }) => status)).toEqual(Array(20).fill(404));
    const refused = tries.at(-1);
    expect(refused?.status).toBe(429);
    expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(800);
    expect((await admit(code)).status).toBe(429);
    // Somebody else may go on.
    const other = { as: "secret-key", body: { code }, from: "10.0.2.1" } as const;
    expect((await room.ask("POST", "/api/walls", other)).status).toBe(201);
    await room.database.query("delete from vedette.rate_limits");
  });

  it("say the longer of two waits to somebody who tries too many codes at one address", async () => {
    const guess = (as: Who) => room.ask("POST", "/api/walls", { as, body: { code: "222222" }, from: "10.0.2.2" });
    const own = [];
    for (let n = 0; n < 21; n += 1) own.push(await guess("admin"));
    const others = [];
    for (let n = 0; n < 12; n += 1) others.push(await guess("secret-key"));

    expect(others.map(({ status }) => status)).toContain(429);
    expect(Number(others.at(-1)?.headers["retry-after"])).toBeLessThan(60);
    const again = await guess("admin");
    expect([own.at(-1)?.status, again.status]).toEqual([429, 429]);
    expect(Number(again.headers["retry-after"])).toBeGreaterThan(800);
    await room.database.query("delete from vedette.rate_limits");
  });

  it("wait at one address in a limited number, and stale ones make room", async () => {
    const tries = [];
    for (let n = 0; n < 21; n += 1) tries.push((await begin({}, "10.0.0.9")).reply.status);
    expect([tries.at(0), tries.at(-1)]).toEqual([201, 429]);
    expect((await begin({}, "10.0.0.8")).reply.status).toBe(201);

    await room.database.query("update vedette.wall_pairings set expires_at = now() - interval '1 second'");
    expect((await begin({}, "10.0.0.9")).reply.status).toBe(201);
  });

  it("wait in a limited number in one network of IPv6, by whichever of its addresses, which nobody keeps", async () => {
    const network = `2001:db8:${randomUUID().slice(0, 4)}:7`;
    const tries = [];
    for (let n = 1; n <= 21; n += 1) tries.push((await begin({}, `${network}::${n}`)).reply.status);

    expect([tries.indexOf(429), tries.at(0)]).toEqual([20, 201]);
    const { rows } = await room.database.query("select distinct address from vedette.wall_pairings");
    expect(JSON.stringify(rows)).not.toContain("2001:db8");
    await room.database.query("delete from vedette.wall_pairings");
  });

  it("are not kept from waiting by others who fill the room from many addresses", async () => {
    const { key } = await begin({}, "10.1.0.1");
    await room.database.query(`
      insert into vedette.wall_pairings (key_hash, code_hash, name, playlist, address, expires_at)
      select decode(md5('key' || n), 'hex'), decode(md5('code' || n), 'hex'), '', 'watch', '10.2.0.' || n % 25,
        now() + interval '10 minutes' from generate_series(1, 500) n`);

    const late = await begin({}, "10.1.0.2");

    expect(late.reply.status).toBe(201);
    expect([await stateOf(key), await stateOf(late.key)]).toEqual(["waiting", "waiting"]);
    const { rows } = await room.database.query("select count(*)::int as waiting from vedette.wall_pairings");
    expect(rows).toEqual([{ waiting: 500 }]);
    await room.database.query("delete from vedette.wall_pairings");
  });

  it("of many who type one code at once, one lets it in", async () => {
    const { code } = await begin();
    const answers = await Promise.all(Array.from({ length: 8 }, () => admit(code)));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it("read their playlist, what it stands for now, and nothing else", async () => {
    const { key } = await aWall();
    const statusOf = async (path: string) => (await room.ask("GET", path, by(key))).status;

    expect(await statusOf(`${PLAYLISTS}/watch`)).toBe(200);
    expect(await statusOf(`${PLAYLISTS}/empty`)).toBe(403);
    expect(await statusOf(`${DASHBOARDS}/bow`)).toBe(200);
    expect(await statusOf(`${DASHBOARDS}/bridge`)).toBe(403);
    const found = await room.ask("GET", "/api/search?tag=deck", by(key));
    expect(found.json).toMatchObject([{ uid: "bow" }, { uid: "stern" }]);
    expect((await room.ask("GET", "/api/search?tag=secret", by(key))).json).toEqual([]);
    expect((await room.ask("DELETE", `${DASHBOARDS}/bow`, by(key))).status).toBe(403);
    expect(await statusOf("/api/users")).toBe(403);

    await dashboard("mast", { tags: ["deck"] });
    expect(await statusOf(`${DASHBOARDS}/mast`)).toBe(200);
  });

  it("are told nothing of what was, and of who has done it", async () => {
    const { key } = await aWall();
    const statusOf = async (path: string) => (await room.ask("GET", path, by(key))).status;
    const labelled = (label: string) =>
      statusOf(`${DASHBOARDS}?labelSelector=vedette.app/${label}=true&fieldSelector=metadata.name=bow`);

    expect(await statusOf("/api/dashboards/uid/bow/versions")).toBe(403);
    expect(await statusOf("/api/dashboards/uid/bow/versions/1")).toBe(403);
    expect(await labelled("get-history")).toBe(403);
    expect(await labelled("get-trash")).toBe(403);
    const legacy = await room.ask("GET", "/api/dashboards/uid/bow", by(key));
    expect(legacy.json).toMatchObject({ meta: { createdBy: "", updatedBy: "" } });
    expect(legacy.text).not.toContain("@");
    expect(at(await room.ask("GET", "/api/dashboards/uid/bow"), "meta.createdBy")).toContain("@");
  });

  it("show what people said happened at their dashboards, at no others, and not who said it", async () => {
    const { key } = await aWall();
    const say = (dashboardUID: string) =>
      room.ask("POST", "/api/annotations", { body: { dashboardUID, text: "storm" } });
    const [own, other] = [await say("bow"), await say("bridge")];
    const read = (path: string) => room.ask("GET", `/api/annotations${path}`, by(key));

    expect((await read("?dashboardUID=bow")).json).toMatchObject([{ text: "storm", login: "" }]);
    expect((await read(`/${String(at(own, "id"))}`)).json).toMatchObject({ text: "storm", login: "" });
    expect((await read("?dashboardUID=bridge")).status).toBe(403);
    expect((await read(`/${String(at(other, "id"))}`)).status).toBe(404);
    const body = { dashboardUID: "bow", text: "by a wall" };
    expect((await room.ask("POST", "/api/annotations", { ...by(key), body })).status).toBe(403);
    expect((await room.ask("DELETE", `/api/annotations/${String(at(own, "id"))}`, by(key))).status).toBe(403);
    expect(at(await room.ask("GET", "/api/annotations?dashboardUID=bow"), "0.login")).toContain("@");
  });

  it("show what happened everywhere as far as their dashboards ask for it by its tags", async () => {
    const { key } = await aWall();
    const say = async (...tags: string[]) =>
      await room.ask("POST", "/api/annotations", { body: { text: tags.join(" "), tags } });
    await say("gale");
    await say("gale", "fog");
    await say("ice");
    const found = async (tag: string) => {
      const { json } = await room.ask("GET", `/api/annotations?tags=${tag}`, by(key));
      return (json as { text: string; login: string }[]).map(({ text, login }) => [text, login]);
    };
    expect(await found("gale")).toEqual([]);

    const asks = (tags: string[], matchAny: boolean) => ({ name: "Sea", target: { type: "tags", tags, matchAny } });
    await dashboard("weather", { tags: ["deck"], annotations: { list: [asks(["gale", "fog"], false)] } });
    expect(await found("gale")).toEqual([["gale fog", ""]]);
    await dashboard("storms", { tags: ["deck"], annotations: { list: [asks(["gale", "calm"], true)] } });
    expect(await found("gale")).toEqual([
      ["gale fog", ""],
      ["gale", ""],
    ]);
    expect(await found("ice")).toEqual([]);
    for (const name of ["weather", "storms"]) await room.ask("DELETE", `${DASHBOARDS}/${name}`);
  });

  it("ask the data sources that their dashboards name, and no others", async () => {
    const { key } = await aWall();
    const ask = (uid: string) =>
      room.ask("GET", `/api/datasources/proxy/uid/${uid}/api/v1/query?query=up`, by(key)).then(({ text }) => text);
    const refused = expect.stringContaining("You may not do this");

    // This one may be asked; it does not answer, since local addresses are not called.
    expect(await ask("pumps")).not.toEqual(refused);
    expect(await ask("vedette")).toEqual(refused);
    expect(await ask("engines")).toEqual(refused);
    expect(await ask("not-there")).toEqual(refused);
    const own = await identifyReader(room.resources, by(key).headers, "");
    expect(await own?.seriesFor({ endpoint: "query", label: undefined, parameters: [["query", "up"]] })).toEqual([]);
  });

  it("ask each data source only what is asked of it, by whichever a variable chooses", async () => {
    const { key } = await aWall({ playlist: "steering" });
    const may = async (uid: string, query: string) => {
      const path = `/api/datasources/proxy/uid/${uid}/api/v1/query?query=${query}`;
      return !(await room.ask("GET", path, by(key))).text.includes("You may not do this");
    };

    expect(await may("engines", "speed")).toBe(true);
    expect(await may("pumps", "depth")).toBe(true);
    expect(await may("pumps", "speed")).toBe(false);
    expect(await may("engines", "depth")).toBe(false);
    expect(await may("vedette", "speed")).toBe(false);
  });

  it("are told of the data sources that their dashboards ask, and of no others", async () => {
    const { key } = await aWall();
    const settings = await room.ask("GET", "/api/frontend/settings", by(key));

    expect((await room.ask("GET", "/api/datasources", by(key))).json).toMatchObject([{ uid: "pumps", url: "" }]);
    expect(Object.keys(Object(at(settings, "datasources")))).toEqual(["pumps"]);
    expect((await room.ask("GET", "/api/datasources/uid/pumps", by(key))).status).toBe(200);
    expect((await room.ask("GET", "/api/datasources/uid/engines", by(key))).status).toBe(403);
    expect((await room.ask("GET", "/api/datasources", by((await aWall({ playlist: "empty" })).key))).json).toEqual([]);
  });

  it("ask what their dashboards ask, in all parameters, and nothing else", async () => {
    const { key } = await aWall();
    const reader = await identifyReader(room.resources, by((await aWall({ playlist: "below" })).key).headers, "");
    const ask = async (rest: string, body?: string) => {
      const path = `/api/datasources/proxy/uid/pumps/api/v1/${rest}`;
      const form = { "content-type": "application/x-www-form-urlencoded" };
      const sent = body === undefined ? by(key) : { ...by(key), headers: { ...by(key).headers, ...form }, text: body };
      const { text } = await room.ask(body === undefined ? "GET" : "POST", path, sent);
      return !text.includes("You may not do this");
    };
    const own = (endpoint: string, parameters: [string, string][], label?: string) =>
      reader?.seriesFor({ endpoint, label, parameters });

    expect(await ask('query_range?query=max(pressure%7Bside%3D"port"%7D)&start=1&end=2&step=1')).toBe(true);
    expect(await ask("query", "query=up&time=1")).toBe(true);
    expect(await ask("label/side/values?match[]=pressure&start=1&end=2")).toBe(true);
    expect(await ask("query?query=secret")).toBe(false);
    expect(await ask("query?query=up", "query=secret")).toBe(false);
    expect(await ask("query?query=up&query=secret")).toBe(false);
    expect(await ask("query?query=up&extra_label=a%3Db")).toBe(false);
    expect(await ask("query")).toBe(false);
    expect(await ask("label/side/values")).toBe(false);
    expect(await ask("label/job/values?match[]=pressure")).toBe(false);
    expect(await ask("series?match[]=pressure")).toBe(false);
    expect(await ask("labels")).toBe(false);
    expect(await ask("metadata")).toBe(false);
    expect(await own("query", [["query", "up"]])).toBe("all");
    expect(await own("query", [["query", "secret"]])).toEqual([]);
    expect(await own("format_query", [["query", "up"]])).toEqual([]);
  });

  it("show no more than whoever let them in may read at that moment", async () => {
    const found = await room.ask("GET", "/api/users?query=stranger@");
    const stranger = String(at(found, "users.0.uid"));
    const roles = "/api/access-control/roles";
    const permissions = [
      { action: "walls:write", scope: "*" },
      { action: "playlists:read", scope: "playlists:uid:watch" },
      { action: "dashboards:read", scope: "dashboards:uid:bow" },
      { action: "datasources:query", scope: "datasources:uid:pumps" },
    ];
    await room.ask("POST", roles, { body: { uid: "mate", name: "Mate", version: 1, permissions } });
    await room.ask("POST", `/api/access-control/users/${stranger}/roles`, { body: { roleUid: "mate" } });
    const admitAs = async (playlist: string) => {
      const { code, key } = await begin({ playlist });
      return { key, reply: await room.ask("POST", "/api/walls", { as: "stranger", body: { code } }) };
    };
    await playlist("hidden", [{ type: "dashboard_by_uid", value: "bow" }]);
    await playlist("half", [
      { type: "dashboard_by_uid", value: "bow" },
      { type: "dashboard_by_uid", value: "bridge" },
    ]);

    expect(at((await admitAs("hidden")).reply, "messageId")).toBe("wall_playlist_hidden");
    expect(at((await admitAs("nowhere")).reply, "messageId")).toBe("wall_playlist_hidden");
    const { key, reply } = await admitAs("watch");
    expect(reply.status).toBe(201);
    const statusOf = async (path: string) => (await room.ask("GET", path, by(key))).status;
    expect(await statusOf(`${DASHBOARDS}/bow`)).toBe(200);
    // The tag stands for this one, too, but not for them.
    expect(await statusOf(`${DASHBOARDS}/stern`)).toBe(403);
    const proxy = "/api/datasources/proxy/uid/vedette/api/v1/query?query=up";
    expect(await statusOf(proxy)).toBe(403);
    const port = { action: "datasources:query", scope: 'datasources:uid:vedette{side="port"}' };
    const belowToo = ["playlists:read playlists:uid:below", "dashboards:read dashboards:uid:keel"].map((line) => {
      const [action = "", scope = ""] = line.split(" ");
      return { action, scope };
    });
    const seesPort = { name: "Mate", version: 1, permissions: [...permissions, ...belowToo, port] };
    await room.ask("PUT", `${roles}/mate`, { body: seesPort });
    const below = await identifyReader(room.resources, by((await admitAs("below")).key).headers, "");
    const up = (query: string) =>
      below?.seriesFor({ endpoint: "query", label: undefined, parameters: [["query", query]] });
    expect([await up("up"), await up("secret")]).toEqual([['{side="port"}'], []]);

    const path = `/api/walls/${String(at(reply, "id"))}`;
    const half = { name: "hall", playlist: "half" };
    const seesBoth = [...permissions, { action: "playlists:read", scope: "playlists:uid:half" }];
    await room.ask("PUT", `${roles}/mate`, { body: { name: "Mate", version: 2, permissions: seesBoth } });
    expect((await room.ask("PUT", path, { as: "stranger", body: half })).status).toBe(403);
    await room.ask("DELETE", `/api/access-control/users/${stranger}/roles/mate`);
    expect(await statusOf(`${DASHBOARDS}/bow`)).toBe(403);
    expect(await statusOf(`${PLAYLISTS}/watch`)).toBe(403);
    expect((await report(key)).status).toBe(200);

    // Whoever saves the wall answers for it from then on, until they are locked out.
    expect((await room.ask("PUT", path, { body: half })).status).toBe(200);
    expect(await statusOf(`${DASHBOARDS}/bridge`)).toBe(200);
    const answerer = async () => {
      const walls: unknown = at(await room.ask("GET", "/api/walls", { as: "secret-key" }), "walls");
      return Array.isArray(walls) ? walls.find((one) => path.endsWith(one.id))?.answerer : undefined;
    };
    expect(await answerer()).toMatchObject({ login: expect.stringContaining("admin@"), state: "here" });
    await room.database.query("update auth.users set banned_until = now() + interval '1 hour'");
    expect(await statusOf(`${DASHBOARDS}/bridge`)).toBe(403);
    expect(await answerer()).toMatchObject({ state: "gone" });
    await room.database.query("update auth.users set banned_until = null");
  });

  it("of somebody whom another issuer knows show what their token gave, while the issuer is accepted", async () => {
    const uid = randomUUID();
    const team = String(at(await room.ask("POST", "/api/teams", { body: { name: `Crew ${uid}` } }), "teamId"));
    await room.ask("POST", `/api/teams/${team}/groups`, { body: { groupId: `third-party:acme/${uid}` } });
    const permissions = [{ action: "walls:read", scope: "*" }];
    const role = { uid: `crew-${uid}`, name: uid, version: 1, permissions };
    await room.ask("POST", "/api/access-control/roles", { body: role });
    await room.ask("POST", `/api/access-control/teams/${team}/roles`, { body: { roleUid: role.uid } });
    const giver = { given_by: `outside:${uid}`, giver_provider: "acme", giver_groups: [uid], givenAgo: 10 };
    const actionsOf = async (issuers: readonly string[], more: object = {}, settings: object = {}) => {
      const thirdParty = { all: () => issuers.map((provider) => ({ issuer: { provider } })), find: () => undefined };
      const identity = Object.assign(Object.create(room.resources.identity), { thirdParty });
      const resources = { ...room.resources, identity, settings: { ...room.resources.settings, ...settings } };
      return (await permissionsOfGiver(resources, { ...giver, ...more })).map(({ action }) => action);
    };

    expect(await actionsOf(["acme"])).toEqual(expect.arrayContaining(["dashboards:read", "walls:read"]));
    expect(await actionsOf(["other"])).toEqual([]);
    expect(await actionsOf([])).toEqual([]);
    const stale = await actionsOf(["acme"], { givenAgo: 100 }, { "resources.team_sync_max_age": 60 });
    expect(stale).toContain("dashboards:read");
    expect(stale).not.toContain("walls:read");
  });

  it("say that the groups of whoever answers for them count no longer", async () => {
    const { id } = await aWall();
    const stateOnceSaid = async (kind: string, groups: string, days: number) => {
      await room.database.query(
        `update vedette.walls set given_by = $2 || ':${randomUUID()}', giver_groups = $3,
          given_at = now() - make_interval(days => $4) where id = $1`,
        [id, kind, groups, days],
      );
      const walls: unknown = at(await room.ask("GET", "/api/walls"), "walls");
      return Array.isArray(walls) ? walls.find((one) => one.id === id)?.answerer.state : undefined;
    };

    expect(await stateOnceSaid("outside", '["crew"]', 29)).toBe("outside");
    expect(await stateOnceSaid("outside", '["crew"]', 31)).toBe("stale");
    expect(await stateOnceSaid("outside", "[]", 31)).toBe("outside");
    const settings = { ...room.resources.settings, "resources.team_sync_max_age": 0 };
    await stateOnceSaid("outside", '["crew"]', 31);
    const forEver = await listWalls({ ...room.resources, settings });
    expect(forEver.find((one) => one.id === id)?.answerer.state).toBe("outside");
  });

  it("of a playlist without dashboards find it empty", async () => {
    const { key } = await aWall({ playlist: "empty" });

    expect((await room.ask("GET", `${PLAYLISTS}/empty`, by(key))).status).toBe(200);
    expect((await room.ask("GET", "/api/search?tag=nothing", by(key))).json).toEqual([]);
  });

  it("tell what they show, with pictures, and are told what to do", async () => {
    const { key, id } = await aWall();
    await report(key);
    const path = "/api/wall/screens/HDMI-1/picture";
    const sent = await room.app.inject({
      method: "PUT",
      url: path,
      headers: { ...by(key).headers, "content-type": "image/jpeg" },
      payload: PICTURE,
    });
    expect(sent.statusCode).toBe(204);

    const listed = await room.ask("GET", "/api/walls", { as: "editor" });
    const walls: unknown = at(listed, "walls");
    const wall = Array.isArray(walls) ? walls.find((one) => one.id === id) : undefined;
    expect(wall).toMatchObject({ name: "hall", isOnline: true, screens: [{ name: "HDMI-1", dashboard: "The bow" }] });
    expect(wall.screens[0].pictureAt).toEqual(expect.any(String));
    const picture = await room.app.inject({
      url: `/api/walls/${id}/screens/HDMI-1/picture`,
      headers: { authorization: room.bearer("editor") },
    });
    expect([picture.headers["content-type"], picture.rawPayload]).toEqual(["image/jpeg", PICTURE]);

    await room.ask("POST", `/api/walls/${id}/commands`, { body: { command: "next" } });
    await room.ask("POST", `/api/walls/${id}/commands`, { body: { command: "pause", screen: "HDMI-1" } });
    const { rows } = await room.database.query(
      "select details ->> 'command' as command from vedette.audit_log where target = $1 and action = 'walls.command' order by id",
      [`walls/${id}`],
    );
    expect(rows).toEqual([{ command: "next" }, { command: "pause" }]);
    const told = await report(key);
    expect(at(told, "commands")).toMatchObject([
      { command: "next", screen: "" },
      { command: "pause", screen: "HDMI-1" },
    ]);
    // Told again until the wall says that it knows them: a lost answer loses no command.
    expect(at(await report(key), "commands")).toHaveLength(2);
    const newest = String(at(told, "commands.1.id"));
    expect(at(await report(key, { lastCommand: newest }), "commands")).toEqual([]);
  });

  it("are told of a message, darker hours and dashboards to stay at, with every answer", async () => {
    const { key, id } = await aWall();
    expect((await report(key)).json).toMatchObject({ display: { message: "", night: null, pins: {} } });
    const night = { from: "22:00", to: "06:30", brightness: 20 };
    const display = { message: "Deploy at noon", night, pins: { "HDMI-1": "bow" } };

    expect((await room.ask("PUT", `/api/walls/${id}/display`, { body: display })).status).toBe(200);
    const { rows: told } = await room.database.query(
      "select details -> 'changes' as changes from vedette.audit_log where target = $1 and action = 'walls.display'",
      [`walls/${id}`],
    );
    expect(told[0]?.["changes"]).toContainEqual({ setting: "message", before: "", after: display.message });

    expect((await report(key)).json).toMatchObject({ display });
    expect(at(await room.ask("GET", "/api/walls", { as: "editor" }), "walls")).toContainEqual(
      expect.objectContaining({ id, display }),
    );
    const wrong = [
      { ...display, message: "two\nlines" },
      { ...display, message: "x".repeat(201) },
      { ...display, night: { ...night, from: "24:00" } },
      { ...display, night: { ...night, brightness: 101 } },
      { ...display, pins: { "HDMI-1": "../secret" } },
    ];
    for (const body of wrong) {
      expect((await room.ask("PUT", `/api/walls/${id}/display`, { body })).status).toBe(400);
    }
    expect((await report(key)).json).toMatchObject({ display });
  });

  it("are not changed over a change that came in between, where the state that was seen is named", async () => {
    const { id } = await aWall();
    const named = async (name: string, seen?: object) =>
      await room.ask("PUT", `/api/walls/${id}`, { body: { name, playlist: "watch", seen } });
    const shows = async (message: string, seen?: object) =>
      await room.ask("PUT", `/api/walls/${id}/display`, { body: { ...NOTHING, message, seen } });
    const stateOf = async () => {
      const walls: unknown = at(await room.ask("GET", "/api/walls"), "walls");
      return Array.isArray(walls) ? walls.find((one) => one.id === id) : undefined;
    };

    const { name, playlist } = await stateOf();
    expect((await named("one", { name, playlist })).status).toBe(200);
    const late = await named("two", { name, playlist });
    expect([late.status, at(late, "messageId")]).toEqual([409, "wall_overtaken"]);
    expect((await named("two", { name: "one", playlist })).status).toBe(200);
    expect((await named("three")).status).toBe(200);

    expect((await shows("one", NOTHING)).status).toBe(200);
    const later = await shows("two", NOTHING);
    expect([later.status, at(later, "messageId")]).toEqual([409, "wall_overtaken"]);
    expect((await shows("two", { ...NOTHING, message: "one" })).status).toBe(200);
    expect((await shows("three")).status).toBe(200);
    expect(await stateOf()).toMatchObject({ name: "three", display: { ...NOTHING, message: "three" } });
  });

  it("send pictures, not other files, and none without a key of theirs", async () => {
    const { key } = await aWall();
    await report(key);
    const put = (authorization: string, payload: Buffer, screen = "HDMI-1") =>
      room.app
        .inject({
          method: "PUT",
          url: `/api/wall/screens/${screen}/picture`,
          headers: { authorization, "content-type": "image/jpeg" },
          payload,
        })
        .then(({ statusCode }) => statusCode);

    expect(await put(`Bearer ${key}`, Buffer.from("<svg onload=alert(1)>"))).toBe(400);
    expect(await put(`Bearer ${key}`, Buffer.alloc(600_000, PICTURE))).toBe(413);
    expect(await put(`Bearer ${key}`, PICTURE)).toBe(204);
    expect(await put(`Bearer ${key}`, PICTURE, "of-my-own")).toBe(404);
    expect(await put(`Bearer ${newWallKey()}`, PICTURE)).toBe(401);
    expect(await put(room.bearer("admin"), PICTURE)).toBe(403);
  });

  it("can be given another name and playlist, and are removed at once", async () => {
    const { key, id } = await aWall();
    const changed = await room.ask("PUT", `/api/walls/${id}`, { body: { name: "Galley", playlist: "empty" } });
    expect(changed.status).toBe(200);
    const { rows } = await room.database.query(
      "select details -> 'changes' as changes from vedette.audit_log where target = $1 and action = 'walls.update'",
      [`walls/${id}`],
    );
    expect(rows).toEqual([
      {
        changes: [
          { setting: "name", before: expect.any(String), after: "Galley" },
          { setting: "playlist", before: "watch", after: "empty" },
        ],
      },
    ]);
    expect((await report(key)).json).toMatchObject({ name: "Galley", playlist: "empty" });
    expect((await room.ask("GET", `${PLAYLISTS}/watch`, by(key))).status).toBe(403);

    expect((await room.ask("DELETE", `/api/walls/${id}`)).status).toBe(200);
    expect((await report(key)).status).toBe(401);
    expect(await stateOf(key)).toBe("gone");
    expect((await room.ask("DELETE", `/api/walls/${id}`)).status).toBe(404);
  });

  it("are given no playlist of more dashboards than they show, and whoever wants that is told", async () => {
    const [wall] = await listWalls(room.resources);
    await dashboard("hold-0", { tags: ["hold"] });
    await room.database.query(`
      insert into vedette.object_versions (resource_version, resource, namespace, name, uid, generation, internal_id,
          title, tags, labels, created_at, created_by, written_at, written_by, size, metadata, spec)
        select -n, resource, namespace, 'hold-' || n, gen_random_uuid(), 1, -n, 'Hold ' || n, tags, labels, created_at,
          created_by, written_at, written_by, size, metadata, spec
        from vedette.object_versions, generate_series(1, 500) n where name = 'hold-0'`);
    await playlist("holds", [{ type: "dashboard_by_tag", value: "hold" }]);
    const body = { name: "Hold", playlist: "holds" };
    const given = () => room.ask("PUT", `/api/walls/${wall?.id}`, { body });

    const refused = await given();
    expect([refused.status, at(refused, "messageId")]).toEqual([400, "wall_playlist_large"]);

    // For somebody who may read few of them these alone count, wherever they stand among the others.
    await room.database.query("update vedette.object_versions set folder = 'aft' where name = 'hold-1'");
    const stranger = String(at(await room.ask("GET", "/api/users?query=stranger@"), "users.0.uid"));
    const scopes = ["dashboards:uid:hold-0", "dashboards:uid:hold-9*", "folders:uid:aft"];
    const permissions = [
      { action: "walls:write", scope: "*" },
      { action: "playlists:read", scope: "playlists:uid:holds" },
      ...scopes.map((scope) => ({ action: "dashboards:read", scope })),
    ];
    const role = { uid: "holder", name: "Holder", version: 1, permissions };
    await room.ask("POST", "/api/access-control/roles", { body: role });
    await room.ask("POST", `/api/access-control/users/${stranger}/roles`, { body: { roleUid: "holder" } });
    const { code, key } = await begin({ playlist: "holds" });
    expect((await room.ask("POST", "/api/walls", { as: "stranger", body: { code } })).status).toBe(201);
    const seen = ["hold-0", "hold-99", "hold-1", "hold-2"].map((name) => `${DASHBOARDS}/${name}`);
    const statuses = await Promise.all(seen.map(async (path) => (await room.ask("GET", path, by(key))).status));
    expect(statuses).toEqual([200, 200, 200, 403]);
    await room.ask("DELETE", `/api/access-control/users/${stranger}/roles/holder`);

    await room.database.query("delete from vedette.object_versions where name = 'hold-500'");
    expect((await given()).status).toBe(200);
  });

  it("keep neither keys nor codes in the database as they are", async () => {
    const { code, key } = await begin();
    await admit(code);
    const { rows } = await room.database.query("select encode(key_hash, 'escape') as k, * from vedette.walls");

    expect(JSON.stringify(rows)).not.toContain(key);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  describe("a key", () => {
    it.each(["", "vdwk_x", `vdwk_${"a".repeat(32)}_00000000`])("%j is nobody's", async (key) => {
      expect(await stateOf(key)).toBe("gone");
      expect((await report(key)).status).toBe(401);
    });
  });
});
