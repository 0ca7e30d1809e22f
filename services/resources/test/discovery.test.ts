import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { onEachStore } from "@vedette/database/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { at, DASHBOARDS, openRoom, type Reply, type Room, type Who } from "./room.ts";

const GROUP = "dashboard.vedette.app";
const aggregated = (version: string) =>
  `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList,application/json`;
const PROTOBUF = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

onEachStore("discovery", (openTestDatabase) => {
  let room: Room;
  beforeAll(async () => {
    room = await openRoom(openTestDatabase);
  });
  afterAll(async () => await room[Symbol.asyncDispose]());
  const ask = (path: string, accept = "application/json", headers: object = {}) =>
    room.ask("GET", path, { as: "viewer", headers: { accept, ...headers } });

  it("names versions, groups and resources", async () => {
    const [core, groups, group, resources, namespaces, version] = await Promise.all([
      ask("/api"),
      ask("/apis"),
      ask(`/apis/${GROUP}`),
      ask(`/apis/${GROUP}/v1`),
      ask("/api/v1"),
      room.ask("GET", "/version", { as: "nobody" }),
    ]);

    const preferred = { groupVersion: `${GROUP}/v1`, version: "v1" };
    expect(core.json).toEqual({ kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs: [] });
    expect(at(groups, "groups.0")).toEqual({ name: GROUP, versions: [preferred], preferredVersion: preferred });
    expect(group.json).toMatchObject({ kind: "APIGroup", apiVersion: "v1", name: GROUP });
    expect(resources.json).toEqual({
      kind: "APIResourceList",
      apiVersion: "v1",
      groupVersion: `${GROUP}/v1`,
      resources: [
        {
          name: "dashboards",
          singularName: "dashboard",
          namespaced: true,
          kind: "Dashboard",
          verbs: ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"],
          shortNames: ["dash"],
          categories: ["all"],
        },
        { name: "dashboards/dto", singularName: "", namespaced: true, kind: "DashboardWithAccessInfo", verbs: ["get"] },
      ],
    });
    expect(at(namespaces, "resources.0.name")).toBe("namespaces");
    expect(version.json).toMatchObject({ major: "1", minor: "32", gitVersion: expect.stringMatching(/^v1\.32\./) });
  });

  it.each(["v2", "v2beta1"])("tells everything at once in version %s", async (version) => {
    const [core, all] = await Promise.all([ask("/api", aggregated(version)), ask("/apis", aggregated(version))]);

    expect(all.headers["content-type"]).toBe(
      `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`,
    );
    expect(at(core, "items.0.versions.0.resources.0")).toMatchObject({ resource: "namespaces", scope: "Cluster" });
    expect(all.json).toMatchObject({
      kind: "APIGroupDiscoveryList",
      apiVersion: `apidiscovery.k8s.io/${version}`,
      items: expect.arrayContaining([expect.objectContaining({ metadata: expect.objectContaining({ name: GROUP }) })]),
    });
    expect(at(all, "items.0.versions.0.resources.0")).toMatchObject({
      resource: "dashboards",
      responseKind: { group: GROUP, version: "v1", kind: "Dashboard" },
      scope: "Namespaced",
      singularResource: "dashboard",
      shortNames: ["dash"],
      categories: ["all"],
      subresources: [{ subresource: "dto", verbs: ["get"] }],
    });
  });

  it.each(["/api", "/apis", `/apis/${GROUP}/v1`, "/openapi/v2", "/openapi/v3"])(
    "at %s holds until it changes, and is for those who are signed in",
    async (path) => {
      const first = await ask(path);
      const again = await ask(path, "application/json", { "if-none-match": String(first.headers["etag"]) });
      const nobody = await room.ask("GET", path, { as: "nobody" });

      expect([first.status, again.status, again.text, nobody.status]).toEqual([200, 304, "", 401]);
    },
  );

  it("describes kinds by OpenAPI 3, at an address that never changes its meaning", async () => {
    const index = await ask("/openapi/v3");
    const paths = at(index, "paths") as Record<string, { serverRelativeURL: string }>;
    const document = await ask(paths[`apis/${GROUP}/v1`]?.serverRelativeURL ?? "");

    expect(document.headers["cache-control"]).toContain("immutable");
    const { components, paths: operations } = document.json as {
      components: { schemas: Record<string, object> };
      paths: Record<string, { patch?: { parameters: { name: string }[] } }>;
    };
    expect(components.schemas["app.vedette.dashboard.v1.Dashboard"]).toMatchObject({
      "x-kubernetes-group-version-kind": [{ group: GROUP, version: "v1", kind: "Dashboard" }],
      properties: { spec: { "x-kubernetes-preserve-unknown-fields": true } },
    });
    const patch = operations[`/apis/${GROUP}/v1/namespaces/{namespace}/dashboards/{name}`]?.patch;
    expect(patch?.parameters.map(({ name }) => name)).toEqual(["dryRun", "fieldManager", "fieldValidation", "force"]);
  });

  it("describes kinds by OpenAPI 2, as JSON and as protobuf", async () => {
    const json = await ask("/openapi/v2");
    const answer = await room.app.inject({
      url: "/openapi/v2",
      headers: { authorization: room.bearer("viewer"), accept: PROTOBUF },
    });

    expect(json.json).toMatchObject({ swagger: "2.0" });
    expect(answer.headers["content-type"]).toBe(PROTOBUF.replace("@", "."));
    const document = fieldsOf(answer.rawPayload);
    const definitions = fieldsOf(document.get(9)?.[0]);
    const names = definitions.get(1)?.map((entry) => text(fieldsOf(entry).get(1)?.[0]));
    expect(text(document.get(1)?.[0])).toBe("2.0");
    expect(names).toEqual(Object.keys(at(json, "definitions") as object));
  });

  it("shows the namespace that there is", async () => {
    const [list, one, other] = await Promise.all([
      ask("/api/v1/namespaces"),
      ask("/api/v1/namespaces/default"),
      ask("/api/v1/namespaces/other"),
    ]);

    expect(at(list, "items.0.metadata.name")).toBe("default");
    expect(one.json).toMatchObject({ kind: "Namespace", status: { phase: "Active" } });
    expect(other.json).toMatchObject({ kind: "Status", reason: "NotFound", code: 404 });
  });

  it("lists all namespaces at once", async () => {
    const all = await ask(`/apis/${GROUP}/v1/dashboards?limit=1`);

    expect(all.json).toMatchObject({ kind: "DashboardList", items: [{ metadata: { namespace: "default" } }] });
  });

  describe("of what somebody may", () => {
    const reviews = "/apis/authorization.k8s.io/v1";
    const canI = (as: Who, attributes: object) =>
      room.ask("POST", `${reviews}/selfsubjectaccessreviews`, {
        as,
        body: { kind: "SelfSubjectAccessReview", spec: { resourceAttributes: attributes } },
      });
    const protobuf = (path: string, kind: string, raw: Uint8Array) =>
      room.app.inject({
        method: "POST",
        url: path,
        headers: { authorization: room.bearer("viewer"), "content-type": "application/vnd.kubernetes.protobuf" },
        payload: envelope(kind, raw),
      });

    it("goes by the object where one is named", async () => {
      const on = (verb: string, name?: string) => ({ verb, group: GROUP, resource: "dashboards", name });

      const answers = await Promise.all([
        canI("viewer", on("get", "delivery-workers")),
        canI("viewer", on("update", "delivery-workers")),
        canI("editor", on("update", "delivery-workers")),
        canI("stranger", on("list")),
        canI("admin", { ...on("get"), namespace: "other" }),
        canI("admin", { verb: "get", group: "apps", resource: "deployments" }),
      ]);

      expect(answers.map((reply: Reply) => [reply.status, at(reply, "status.allowed")])).toEqual([
        [201, true],
        [201, false],
        [201, true],
        [201, false],
        [201, false],
        [201, false],
      ]);
    });

    it("is asked in protobuf as well", async () => {
      const attributes = message([2, "get"], [3, GROUP], [5, "dashboards"]);

      const [access, rules, self, broken] = await Promise.all([
        protobuf(
          `${reviews}/selfsubjectaccessreviews`,
          "SelfSubjectAccessReview",
          message([2, message([1, attributes])]),
        ),
        protobuf(`${reviews}/selfsubjectrulesreviews`, "SelfSubjectRulesReview", message([2, message([1, "default"])])),
        protobuf("/apis/authentication.k8s.io/v1/selfsubjectreviews", "SelfSubjectReview", new Uint8Array()),
        protobuf(`${reviews}/selfsubjectaccessreviews`, "SelfSubjectAccessReview", Buffer.from([0xff, 0xff, 0xff])),
      ]);

      expect(access.json()).toMatchObject({ kind: "SelfSubjectAccessReview", status: { allowed: true } });
      expect(rules.json().status.resourceRules[0]).toMatchObject({
        verbs: ["get", "list", "watch"],
        apiGroups: [GROUP],
      });
      expect(self.json().status.userInfo).toMatchObject({ username: "viewer@example.test" });
      expect(broken.json()).toMatchObject({ kind: "Status", code: 400 });
    });

    it.each([
      ["nothing", {}],
      ["two things", { spec: { resourceAttributes: { verb: "get" }, nonResourceAttributes: { path: "/" } } }],
      ["a number", { spec: { resourceAttributes: { verb: 1 } } }],
    ])("is refused when it asks %s", async (_, body) => {
      const refused = await room.ask("POST", `${reviews}/selfsubjectaccessreviews`, { body });

      expect(refused.json).toMatchObject({ kind: "Status", reason: "BadRequest", code: 400 });
    });
  });

  it("answers verbs that it does not know with a Status", async () => {
    const refused = await room.ask("PUT", DASHBOARDS, { body: {} });

    expect(refused.json).toMatchObject({ kind: "Status", reason: "MethodNotAllowed", code: 405 });
  });
});

function message(...fields: readonly [number, string | Uint8Array][]): Uint8Array {
  const writer = new BinaryWriter();
  for (const [number, value] of fields) {
    writer.tag(number, WireType.LengthDelimited);
    if (typeof value === "string") writer.string(value);
    else writer.bytes(value);
  }
  return writer.finish();
}

function envelope(kind: string, raw: Uint8Array): Buffer {
  const group = kind === "SelfSubjectReview" ? "authentication" : "authorization";
  const typeMeta = message([1, `${group}.k8s.io/v1`], [2, kind]);
  return Buffer.concat([Buffer.from([0x6b, 0x38, 0x73, 0x00]), message([1, typeMeta], [2, raw])]);
}

function fieldsOf(bytes: Uint8Array = new Uint8Array()): Map<number, Uint8Array[]> {
  const fields = new Map<number, Uint8Array[]>();
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    if (type !== WireType.LengthDelimited) reader.skip(type, number);
    else fields.set(number, [...(fields.get(number) ?? []), reader.bytes()]);
  }
  return fields;
}

function text(bytes: Uint8Array = new Uint8Array()): string {
  return Buffer.from(bytes).toString("utf8");
}
