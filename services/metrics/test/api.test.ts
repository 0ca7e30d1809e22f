import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestSeries, T } from "./request-series.ts";
import { openTestStore, type TestStore } from "./test-store.ts";

describe("the query API", () => {
  let store: TestStore;

  beforeAll(async () => {
    store = await openTestStore(requestSeries());
  });

  afterAll(() => store[Symbol.asyncDispose]());

  const get = async (path: string) => {
    const { statusCode, body, headers } = await store.app.inject(`/prometheus/api/v1/${path}`);
    return { status: statusCode, headers, body: JSON.parse(body) };
  };
  const post = async (path: string, form: string, type = "application/x-www-form-urlencoded") => {
    const { statusCode, body } = await store.app.inject({
      method: "POST",
      url: `/prometheus/api/v1/${path}`,
      headers: { "content-type": type },
      payload: form,
    });
    return { status: statusCode, body: JSON.parse(body) };
  };

  it("answers a query at one time as a vector", async () => {
    const { status, body, headers } = await get(`query?query=requests_total{code="500"}&time=${T}`);

    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(headers["cache-control"]).toBe("no-store");
    expect(body).toEqual({
      status: "success",
      data: {
        resultType: "vector",
        result: [{ metric: { __name__: "requests_total", code: "500", job: "api" }, value: [T, "39"] }],
      },
    });
  });

  it("answers a query as the tree of its parts", async () => {
    const query = 'sum by (job) (rate(up{a="b"}[5m] offset 1m)) > bool on (job) group_left (x) (y @ 7) * -1';
    const { status, body } = await get(`parse_query?query=${encodeURIComponent(query)}`);
    const shift = { timestamp: null, startOrEnd: null };

    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      type: "binaryExpr",
      op: ">",
      bool: true,
      matching: { card: "many-to-one", labels: ["job"], on: true, include: ["x"] },
      lhs: {
        type: "aggregation",
        op: "sum",
        grouping: ["job"],
        without: false,
        param: null,
        expr: {
          type: "call",
          func: { name: "rate", argTypes: ["matrix"], returnType: "vector", variadic: 0 },
          args: [
            {
              ...shift,
              type: "matrixSelector",
              name: "up",
              range: 300_000,
              offset: 60_000,
              matchers: [
                { name: "a", value: "b", type: "=" },
                { name: "__name__", value: "up", type: "=" },
              ],
            },
          ],
        },
      },
      rhs: {
        type: "binaryExpr",
        matching: null,
        lhs: { type: "parenExpr", expr: { type: "vectorSelector", timestamp: 7000 } },
        rhs: { type: "numberLiteral", val: "-1" },
      },
    });
    expect((await get("parse_query?query=up%20up")).body).toMatchObject({
      errorType: "bad_data",
      error: expect.stringMatching(/^invalid parameter "query": 1:4: parse error/),
    });
  });

  it("answers scalars, texts and samples in their own forms", async () => {
    expect((await get(`query?query=1.5&time=${T}.5`)).body.data).toEqual({
      resultType: "scalar",
      result: [T + 0.5, "1.5"],
    });
    expect((await get(`query?query="a"&time=${T}`)).body.data).toEqual({ resultType: "string", result: [T, "a"] });
    expect((await get(`query?query=requests_total{code="500"}[20s]&time=${T - 10}`)).body.data).toEqual({
      resultType: "matrix",
      result: [{ metric: { __name__: "requests_total", code: "500", job: "api" }, values: [[T - 15, "39"]] }],
    });
  });

  it("answers a range as a matrix, sorted by labels", async () => {
    const { body } = await get(`query_range?query=requests_total&start=${T - 60}&end=${T}&step=30`);

    expect(body.data.resultType).toBe("matrix");
    expect(body.data.result).toEqual([
      {
        metric: { __name__: "requests_total", code: "200", job: "api" },
        values: [
          [T - 60, "360"],
          [T - 30, "380"],
          [T, "390"],
        ],
      },
      {
        metric: { __name__: "requests_total", code: "500", job: "api" },
        values: [
          [T - 60, "36"],
          [T - 30, "38"],
          [T, "39"],
        ],
      },
    ]);
  });

  it("answers empty lists, never null", async () => {
    expect((await get("query?query=missing")).body.data.result).toEqual([]);
    expect((await get(`query_range?query=missing&start=${T - 60}&end=${T}&step=30`)).body.data.result).toEqual([]);
    expect((await get("series?match[]=missing")).body.data).toEqual([]);
  });

  it("escapes labels and writes numbers as Go does", async () => {
    const { body } = await get(`query?query=odd&time=${T}`);

    expect(body.data.result).toEqual([
      { metric: { __name__: "odd", "label.name": "x", text: 'a "b" \\ \n é' }, value: [T, "1e-07"] },
    ]);
  });

  it("reads times as RFC 3339 and steps as durations", async () => {
    const { body } = await get(
      "query_range?query=time()&start=2023-11-14T22:13:20Z&end=2023-11-14T23:14:20%2B01:00&step=1m",
    );

    expect(body.data.result[0].values).toEqual([
      [T, String(T)],
      [T + 60, String(T + 60)],
    ]);
  });

  it("takes forms as well as addresses", async () => {
    const form = new URLSearchParams({ query: "requests_total", time: String(T) });

    expect((await post("query", form.toString())).body).toEqual((await get(`query?${form}`)).body);
    expect((await post("series", "match[]=odd")).body.data).toHaveLength(1);
  });

  it.each([
    ["application/json", '{"query":"1"}'],
    ["text/plain", "query=1"],
  ])("refuses bodies of type %s", async (type, body) => {
    const answer = await post("query", body, type);

    expect(answer.status).toBe(415);
    expect(answer.body).toEqual({
      status: "error",
      errorType: "bad_data",
      error: "This address takes application/x-www-form-urlencoded.",
    });
  });

  it.each([
    ["query", 'invalid parameter "query": 1:1: parse error: no expression found in input'],
    ["query?query=1%2B", 'invalid parameter "query": 1:3: parse error: unexpected end of input'],
    [
      "query?query=1&time=soon",
      'invalid parameter "time": Invalid time value for \'time\': cannot parse "soon" to a valid timestamp',
    ],
    [
      "query?query=1&time=NaN",
      'invalid parameter "time": Invalid time value for \'time\': cannot parse "NaN" to a valid timestamp',
    ],
    [
      "query?query=1&time=1e30",
      'invalid parameter "time": Invalid time value for \'time\': cannot parse "1e30" to a valid timestamp',
    ],
    ["query?query=1&timeout=never", 'invalid parameter "timeout": cannot parse "never" to a valid duration'],
    ["query?query=1&limit=-1", 'invalid parameter "limit": limit must be non-negative'],
    ["labels?limit=x", 'invalid parameter "limit": strconv.Atoi: parsing "x": invalid syntax'],
    [
      "series?match[]=up&limit=9223372036854775808",
      'invalid parameter "limit": strconv.Atoi: parsing "9223372036854775808": value out of range',
    ],
    ["query_range?query=1&end=1&step=1", 'invalid parameter "start": cannot parse "" to a valid timestamp'],
    [
      "query_range?query=1&start=2&end=1&step=1",
      'invalid parameter "end": end timestamp must not be before start time',
    ],
    [
      "query_range?query=1&start=0&end=1&step=0",
      'invalid parameter "step": zero or negative query resolution step widths are not accepted. Try a positive integer',
    ],
    ["query_range?query=1&start=0&end=1", 'invalid parameter "step": cannot parse "" to a valid duration'],
    [
      "query_range?query=1&start=0&end=11001&step=1",
      "exceeded maximum resolution of 11,000 points per timeseries. Try decreasing the query resolution (?step=XX)",
    ],
    [
      "query_range?query=up[5m]&start=0&end=1&step=1",
      'invalid parameter "query": invalid expression type "range vector" for range query, must be Scalar or instant Vector',
    ],
    ["series", "no match[] parameter provided"],
    ["series?match[]=1", 'invalid parameter "match[]": 1:1: parse error: unexpected number "1"'],
    ["series?match[]=", 'invalid parameter "match[]": 1:1: parse error: unexpected end of input'],
    ["series?match[]=up[5m]", 'invalid parameter "match[]": 1:3: parse error: unexpected "["'],
    ['series?match[]={a=""}', 'invalid parameter "match[]": match[] must contain at least one non-empty matcher'],
    ["query_exemplars?query=up&start=5&end=1", "end timestamp must not be before start timestamp"],
    ["metadata?limit=x", "limit must be a number"],
    ["status/tsdb?limit=0", "limit must be a positive number"],
    ["rules?type=x", 'invalid parameter "type": not supported value "x"'],
    [
      "query_range?query=1&start=0&end=1&step=1e30",
      'invalid parameter "step": cannot parse "1e30" to a valid duration. It overflows int64',
    ],
    ["labels?match[]={", 'invalid parameter "match[]": 1:2: parse error: unexpected end of input inside braces'],
    [
      "labels?start=x",
      'invalid parameter "start": Invalid time value for \'start\': cannot parse "x" to a valid timestamp',
    ],
  ])("refuses %s", async (path, error) => {
    const { status, body } = await get(path);

    expect(status).toBe(400);
    expect(body).toEqual({ status: "error", errorType: "bad_data", error });
  });

  it("refuses what shows only while it is evaluated with 422", async () => {
    const { status, body } = await get(`query?query=requests_total%2Bon(job)requests_total&time=${T}`);

    expect(status).toBe(422);
    expect(body).toMatchObject({ status: "error", errorType: "execution" });
    expect(body.error).toContain("found duplicate series for the match group");
  });

  it("gives up after the time that the client sets", async () => {
    const { status, body } = await get(`query?query=requests_total&time=${T}&timeout=0`);

    expect([status, body.errorType]).toEqual([503, "timeout"]);
  });

  it("tells what a query cost where that is asked for", async () => {
    const { body } = await get(`query?query=requests_total&time=${T}&stats=all`);

    expect(body.data.stats).toMatchObject({
      timings: { execTotalTime: expect.any(Number), execQueueTime: expect.any(Number) },
      samples: { totalQueryableSamples: expect.any(Number), peakSamples: expect.any(Number) },
    });
    expect(body.data.stats.samples.totalQueryableSamples).toBeGreaterThan(0);
    expect((await get(`query?query=requests_total&time=${T}`)).body.data.stats).toBeUndefined();
  });

  it("tells its flags and what it scrapes, without secrets", async () => {
    const job = { job: "a", targets: ["b:1"], bearer: "hush", proxy_url: "http://anna:hush@p:1" };
    await using scraping = await openTestStore([], undefined, { "metrics.scrape": [job] });
    const { data } = JSON.parse((await scraping.app.inject("/prometheus/api/v1/status/config")).body);

    expect(data.yaml).toContain("job_name: a");
    expect(data.yaml).not.toContain("hush");
    expect((await get("status/flags")).body.data).toMatchObject({ "query.timeout": "2m" });
  });

  it("cuts an answer at the limit and says so", async () => {
    const { body } = await get(`query?query=requests_total&time=${T}&limit=1`);

    expect(body.data.result).toHaveLength(1);
    expect(body.warnings).toEqual(["results truncated due to limit"]);
  });

  it("tells warnings and infos beside the result", async () => {
    const { body } = await get(`query?query=quantile(2,rate(odd[5m]))&time=${T}`);

    expect(body.warnings).toEqual(["PromQL warning: quantile value should be between 0 and 1, got 2 (1:10)"]);
    expect(body.infos).toHaveLength(1);
  });

  it("lists label names, values and series, also by selector", async () => {
    expect((await get("labels")).body.data).toEqual(["__name__", "code", "job", "label.name", "text"]);
    expect((await get("labels?match[]=odd")).body.data).toEqual(["__name__", "label.name", "text"]);
    expect((await get("label/__name__/values")).body.data).toEqual(["odd", "requests_total"]);
    expect((await get('label/code/values?match[]={code=~"5.."}')).body.data).toEqual(["500"]);
    expect((await get("label/U__label_2e_name/values")).body.data).toEqual(["x"]);
    expect((await get("label/missing/values")).body.data).toEqual([]);
    expect((await get('series?match[]=requests_total&match[]={code="500"}')).body.data).toEqual([
      { __name__: "requests_total", code: "200", job: "api" },
      { __name__: "requests_total", code: "500", job: "api" },
    ]);
    expect((await get("label/code/values?limit=1")).body).toEqual({
      status: "success",
      data: ["200"],
      warnings: ["results truncated due to limit"],
    });
  });

  it.each(["start=1000000000&end=1000003600", "start=9000000000&end=9000003600"])(
    "lists no label and no series of a time without samples: %s",
    async (range) => {
      for (const path of ["labels", "label/code/values", "series"]) {
        expect((await get(`${path}?match[]=requests_total&${range}`)).body.data, path).toEqual([]);
      }
      expect((await get(`labels?${range}`)).body.data).toEqual([]);
      expect((await get(`label/code/values?${range}`)).body.data).toEqual([]);
    },
  );

  it("writes a query in its usual form", async () => {
    expect((await get("format_query?query=SUM(a)BY(b)")).body.data).toBe("sum by (b) (a)");
  });

  it("says which program it is, from version 3 on", async () => {
    const { body } = await get("status/buildinfo");

    expect(Number(body.data.version.split(".")[0])).toBeGreaterThanOrEqual(3);
  });

  it.each([
    ["rules", { groups: [] }],
    ["alerts", { alerts: [] }],
    ["alertmanagers", { activeAlertmanagers: [], droppedAlertmanagers: [] }],
    ["query_exemplars?query=a&start=0&end=1", []],
    ["query_exemplars?query=a", []],
    ["series?match[]=up&start=5&end=1", []],
    ["metadata?limit=-1", {}],
    ["targets", { activeTargets: [], droppedTargets: [], droppedTargetCounts: {} }],
    ["metadata", {}],
    ["targets/metadata", []],
  ])("has nothing under %s", async (path, data) => {
    expect((await get(path)).body).toEqual({ status: "success", data });
  });

  it("answers an unknown address in its own form", async () => {
    expect(await get("nothing")).toMatchObject({ status: 404, body: { status: "error", errorType: "not_found" } });
  });

  it("is healthy and ready", async () => {
    expect((await store.app.inject("/prometheus/-/healthy")).statusCode).toBe(200);
    expect((await store.app.inject("/prometheus/-/ready")).statusCode).toBe(200);
  });

  it.each([
    ["gzip", gunzipSync],
    ["zstd", zstdDecompressSync],
  ])("packs a large answer for those who ask for %s", async (encoding, unpack) => {
    const url = `/prometheus/api/v1/query_range?query=requests_total&start=${T - 600}&end=${T}&step=1`;
    const packed = await store.app.inject({ url, headers: { "accept-encoding": encoding } });
    const plain = await store.app.inject(url);

    expect(packed.headers["content-encoding"]).toBe(encoding);
    expect(unpack(packed.rawPayload).toString()).toBe(plain.body);
    expect(plain.headers["content-encoding"]).toBeUndefined();
  });

  it("sends a large answer whole", async () => {
    const { body } = await get(`query_range?query=requests_total&start=${T - 600}&end=${T}&step=0.1`);

    expect(body.data.result.map(({ values }: { values: unknown[] }) => values.length)).toEqual([6001, 6001]);
  });
});
