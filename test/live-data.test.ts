import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { call } from "./call.ts";
import { addPerson, mailTo, PASSWORD, signIn } from "./people.ts";
import { type RunningVedette, startVedette } from "./running-server.ts";

const DASHBOARDS = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";

/** An answer of the metric store, of the kinds `vector` and `matrix`. */
interface Answered {
  readonly status: string;
  readonly data: { readonly resultType: string; readonly result: readonly Series[] };
}

interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly value?: readonly [time: number, value: string];
  readonly values?: readonly (readonly [time: number, value: string])[];
}

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly instant?: boolean }[];
}

let vedette: RunningVedette;
let viewer: string;

beforeAll(async () => {
  vedette = await startVedette({ env: { VEDETTE_METRICS_SCRAPE_INTERVAL: "1s" } });
  await addPerson(vedette, "viewer@example.com");
  viewer = (await signIn(vedette, "viewer@example.com")).access_token;
}, 120_000);

afterAll(async () => void (await vedette.stop()));

/** Asks the metric store as somebody who may only look. */
function ask<Body = Answered>(path: string, parameters: Readonly<Record<string, string>> = {}) {
  const url = `${vedette.url}/prometheus/api/v1/${path}?${new URLSearchParams(parameters)}`;
  return call<Body>(url, { bearer: viewer });
}

/** The last minute, a point per second. */
function askRange(query: string) {
  const now = Math.floor(Date.now() / 1000);
  return ask("query_range", { query, start: String(now - 60), end: String(now), step: "1" });
}

/** The newest value of each series. */
function newestValues({ data }: Answered): number[] {
  return data.result.map(({ value, values }) => Number((value ?? values?.at(-1))?.[1]));
}

/** Waits until the scrapes have brought what a question is about. */
function untilSeen<Result>(question: () => Promise<Result>): Promise<Result> {
  return vi.waitFor(question, { timeout: 25_000, interval: 500 });
}

describe("the metrics of the server itself", () => {
  it("are there after the start", async () => {
    const up = await untilSeen(async () => {
      const { body } = await ask("query", { query: "up" });
      expect(body.data.result).toHaveLength(1);
      return body;
    });

    expect(up).toMatchObject({
      status: "success",
      data: {
        resultType: "vector",
        result: [{ metric: { __name__: "up", job: "vedette" }, value: [expect.any(Number), "1"] }],
      },
    });
  });

  it("have a course: processor time per second", async () => {
    const rates = await untilSeen(async () => {
      const { body } = await askRange("rate(process_cpu_seconds_total[1m])");
      expect(body.data.result[0]?.values?.length).toBeGreaterThan(2);
      return body;
    });

    expect(rates.data.resultType).toBe("matrix");
    expect(newestValues(rates)).toEqual([expect.toSatisfy((rate: number) => rate > 0 && rate < 100)]);
  });

  it("have names, labels and series", async () => {
    const names = await untilSeen(async () => {
      const { body } = await ask<{ data: string[] }>("label/__name__/values", { "match[]": '{job="vedette"}' });
      expect(body.data).toContain("vedette_http_request_duration_seconds_bucket");
      return body.data;
    });
    const labels = await ask<{ data: string[] }>("labels");
    const series = await ask<{ data: object[] }>("series", { "match[]": "vedette_build_info" });

    expect(names).toEqual(expect.arrayContaining(["up", "process_cpu_seconds_total", "vedette_delivery_jobs"]));
    expect(labels.body.data).toEqual(expect.arrayContaining(["__name__", "instance", "job", "le"]));
    expect(series.body.data).toEqual([expect.objectContaining({ job: "vedette", version: expect.any(String) })]);
  });

  it("tell how long requests take, as a quantile and by route", async () => {
    const rate = "rate(vedette_http_request_duration_seconds_bucket[1m])";

    const seconds = await untilSeen(async () => {
      const { body } = await ask("query", { query: `histogram_quantile(0.9, sum by (le) (${rate}))` });
      expect(newestValues(body)[0]).toBeGreaterThan(0);
      return newestValues(body);
    });
    const routes = await untilSeen(async () => {
      const { body } = await ask("query", { query: `sum by (route) (${rate}) > 0` });
      expect(body.data.result.map(({ metric }) => metric["route"])).toContain("/prometheus/api/v1/query");
      return body.data.result;
    });

    expect(seconds).toEqual([expect.toSatisfy((value: number) => value < 60)]);
    expect(routes.every(({ value }) => Number(value?.[1]) > 0)).toBe(true);
  });

  it("are refused to those who are not signed in, as Prometheus refuses", async () => {
    const answer = await call(`${vedette.url}/prometheus/api/v1/query?query=up`);

    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ status: "error", errorType: "unauthorized", error: expect.any(String) });
    expect((await ask("query", { query: "up" })).status).toBe(200);
  });

  it("refuse a broken question with line and column", async () => {
    const { status, body } = await ask<{ error: string }>("query", { query: "sum(up" });

    expect([status, body]).toEqual([400, expect.objectContaining({ status: "error", errorType: "bad_data" })]);
    expect(body.error).toMatch(/invalid parameter "query": 1:\d+: parse error: /);
  });
});

describe("the dashboard of the delivery workers", () => {
  /** What each panel shows: the values of its queries, asked as the page asks them. */
  async function shownByTitle(): Promise<Map<string, number[]>> {
    const { body } = await call<{ spec: { panels: Panel[] } }>(`${vedette.url}${DASHBOARDS}/delivery-workers`, {
      bearer: viewer,
    });
    const shown = await Promise.all(
      body.spec.panels.map(async (panel) => [panel.title, await valuesOf(panel)] as const),
    );
    return new Map(shown);
  }

  async function valuesOf({ title, targets = [] }: Panel): Promise<number[]> {
    const answers = await Promise.all(
      targets.map(({ expr, instant }) => {
        const query = expr.replaceAll("$__range", "5m").replaceAll("$__rate_interval", "1m");
        return instant === true ? ask("query", { query }) : askRange(query);
      }),
    );
    for (const { status, text } of answers) expect([title, status], text).toEqual([title, 200]);
    return answers.flatMap(({ body }) => newestValues(body));
  }

  it("is alive before any mail was sent", async () => {
    const shown = await untilSeen(async () => {
      const values = await shownByTitle();
      expect(values.get("Pollers")?.[0]).toBeGreaterThan(0);
      expect(Math.max(...(values.get("Requests") ?? []))).toBeGreaterThan(0);
      return values;
    });

    expect(shown.size).toBe(12);
    expect(shown.get("Mails waiting")).toEqual([0]);
    expect(shown.get("Dead letters")).toEqual([0]);
    expect(shown.get("Slots in use")).toEqual([expect.any(Number)]);
  });

  it("shows a mail that went out", { timeout: 120_000 }, async () => {
    const body = { email: "grace@example.com", password: PASSWORD };
    expect((await call(`${vedette.url}/auth/v1/signup`, { body })).status).toBe(200);
    await mailTo(vedette, "grace@example.com");

    const shown = await untilSeen(async () => {
      const values = await shownByTitle();
      expect(values.get("Mails sent")?.[0]).toBeGreaterThan(0);
      expect(values.get("Mails per minute")?.[0]).toBeGreaterThan(0);
      return values;
    });

    for (const title of ["Waiting for a worker", "Sending a mail"]) {
      const quantiles = shown.get(title) ?? [];
      expect([title, quantiles]).toEqual([title, [expect.any(Number), expect.any(Number)]]);
      expect(quantiles.every((milliseconds) => milliseconds > 0 && milliseconds < 60_000)).toBe(true);
    }
    expect(shown.get("Failed attempts")?.every((count) => count === 0)).toBe(true);
  });
});
