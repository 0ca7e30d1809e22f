import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { labelsOf } from "../src/labels/labels.ts";
import { type Reader, selectorFault } from "../src/routes/access.ts";
import { requestSeries, T } from "./request-series.ts";
import { openTestStore, type TestStore } from "./test-store.ts";

describe("somebody who may see a part of the series", () => {
  let store: TestStore;
  let visible: readonly string[] = [];

  beforeAll(async () => {
    store = await openTestStore(requestSeries(), async () => ({
      who: { kind: "user", userId: "1", email: "", sessionId: "1", via: "bearer" },
      principal: "user:1",
      seriesFor: async () => visible,
      mayChange: async () => false,
    }));
    for (const code of ["200", "500"]) {
      const labels = labelsOf(Object.entries({ __name__: "requests_total", code, job: "api" }));
      store.metrics.open.store.exemplars.add(labels, { labels: [], value: 1, timeMs: T * 1000 });
    }
    for (const name of ["requests", "odd", "gone"]) {
      store.metrics.sentMetadata.add({ name, type: "counter", help: name, unit: "" });
    }
    store.metrics.sentMetadata.add({ name: "requests", type: "gauge", help: "another metric", unit: "" });
  });

  afterAll(() => store[Symbol.asyncDispose]());

  const ask = async (path: string, ...selectors: string[]) => {
    visible = selectors;
    const { statusCode, body } = await store.app.inject(`/prometheus/api/v1/${path}`);
    return { status: statusCode, body: JSON.parse(body) };
  };
  const failures = '{code="500"}';
  const requests = '{__name__=~"requests.*",code!="500"}';

  it.each([
    "requests_total",
    '{__name__!=""}',
    'requests_total or {code="200"}',
    'last_over_time({job="api"}[1m])',
    "max_over_time((requests_total > 0)[1m:15s])",
    'label_replace(requests_total, "code", "500", "", "")',
  ])("finds no other series by %s", async (query) => {
    const form = new URLSearchParams({ query, time: String(T), start: String(T - 60), end: String(T), step: "15" });
    for (const path of ["query", "query_range"]) {
      const { status, body } = await ask(`${path}?${form}`, failures);

      expect([path, status, body.data.result.length]).toEqual([path, 200, 1]);
      expect(body.data.result[0].metric).toMatchObject({ code: "500" });
    }
  });

  it("counts what any of their selectors finds, each series once", async () => {
    const count = async (...selectors: string[]) => {
      const { body } = await ask(`query?query=count({__name__!=""})&time=${T}`, ...selectors);
      return body.data.result[0]?.value[1];
    };

    expect([await count(failures), await count(failures, requests)]).toEqual(["1", "2"]);
    expect(await count(failures, '{job="api"}')).toBe("2");
    expect(await count('{job="nowhere"}')).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ["labels", ["__name__", "code", "job"]],
    ["label/code/values", ["500"]],
    ["label/code/values?match[]=requests_total", ["500"]],
    ["label/text/values", []],
    ["labels?match[]=odd&match[]=requests_total", ["__name__", "code", "job"]],
    ["series?match[]=requests_total", [{ __name__: "requests_total", code: "500", job: "api" }]],
    ["series?match[]=odd", []],
    ["metadata", { requests: [{ type: "counter", help: "requests", unit: "" }] }],
  ])("is told by %s of no others", async (path, data) => {
    expect(await ask(path, failures)).toMatchObject({ status: 200, body: { data } });
  });

  it("is shown the exemplars of no others", async () => {
    const { body } = await ask("query_exemplars?query=requests_total", failures);

    expect(body.data).toMatchObject([{ seriesLabels: { code: "500" } }]);
    expect(body.data).toHaveLength(1);
  });

  it.each(["status/tsdb", "status/config", "status/flags", "status/runtimeinfo", "targets", "targets/metadata"])(
    "is not told %s, which is about all",
    async (path) => {
      expect(await ask(path, failures)).toMatchObject({ status: 403, body: { errorType: "forbidden" } });
    },
  );

  it.each([
    [failures, undefined],
    ["{}", "it has no matcher"],
    ['{code="500"', expect.stringContaining("unexpected end of input")],
    ['{code=~"("}', expect.stringContaining("error parsing regexp")],
    ['{code="500"}[5m]', expect.any(String)],
  ])("cannot be described by a selector that is none: %s", (selector, fault) => {
    expect(selectorFault(selector)).toEqual(fault);
  });
});

describe("who may read metrics", () => {
  const readers = {
    person: { kind: "user", userId: "1", email: "", sessionId: "1", via: "bearer" },
    browser: { kind: "user", userId: "1", email: "", sessionId: "1", via: "cookie" },
    key: { kind: "secret-key" },
  } as const;

  async function answerTo(
    reader: keyof typeof readers | "nobody",
    request: object,
    seriesFor: Reader["seriesFor"] = async () => "all",
  ) {
    await using store = await openTestStore([], async () =>
      reader === "nobody"
        ? undefined
        : { who: readers[reader], principal: reader, seriesFor, mayChange: async () => false },
    );
    const { statusCode, body } = await store.app.inject({ url: "/prometheus/api/v1/query?query=1", ...request });
    return { status: statusCode, body: JSON.parse(body) };
  }

  it.each(["person", "browser", "key"] as const)("a %s may", async (reader) => {
    expect((await answerTo(reader, {})).status).toBe(200);
  });

  it("somebody who may not query the store, or not ask just this, is refused", async () => {
    const asked: unknown[] = [];
    const seriesFor = async (question: unknown) => {
      asked.push(question);
      return [];
    };
    const url = "/prometheus/api/v1/label/job/values?match%5B%5D=up";
    const { status, body } = await answerTo("person", { url }, seriesFor);

    expect(status).toBe(403);
    expect(body).toMatchObject({ status: "error", errorType: "forbidden" });
    expect(asked).toEqual([{ endpoint: "label/:name/values", label: "job", parameters: [["match[]", "up"]] }]);
  });

  it("nobody else may, before anything of the request is looked at", async () => {
    const { status, body } = await answerTo("nobody", { url: "/prometheus/api/v1/query?query=1%2B" });

    expect(status).toBe(401);
    expect(body).toMatchObject({ status: "error", errorType: "unauthorized" });
  });

  it.each([
    ["cross-site", 403],
    ["same-site", 403],
    ["same-origin", 200],
  ])("a browser's form from a %s page is answered with %i", async (site, expected) => {
    const request = {
      method: "POST",
      payload: "query=1",
      headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": site },
    };

    expect((await answerTo("browser", request)).status).toBe(expected);
  });
});
