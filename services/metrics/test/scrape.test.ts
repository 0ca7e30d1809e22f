import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { SettingsError, settingsFrom } from "@vedette/settings";
import { afterEach, describe, expect, it } from "vitest";
import { selectorsOf } from "../src/engine/query.ts";
import type { Metrics } from "../src/metrics.ts";
import { readScrapeJobs } from "../src/scrape/read-jobs.ts";
import { scrapeOffset, type Target, targetsOfGroups } from "../src/scrape/target.ts";
import { TargetScraper } from "../src/scrape/target-scraper.ts";
import { metricsSettings } from "../src/settings.ts";
import { type Field, message, zigzag } from "./protobuf-message.ts";
import { openTestMetrics } from "./test-store.ts";

const T = 1_700_000_000_000;
const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

interface Exposition {
  readonly body: string | Buffer;
  readonly type?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A real server that shows one exposition after the other, the last one again and again. */
async function serve(...expositions: (string | Exposition)[]) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const next = expositions[Math.min(requests.length, expositions.length - 1)] ?? "";
    const {
      body,
      type = "text/plain; version=0.0.4",
      status = 200,
      headers = {},
    } = typeof next === "string" ? { body: next } : next;
    requests.push(request);
    response.writeHead(status, { "content-type": type, ...headers }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  open.push(async () => server.close());
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return { instance: `127.0.0.1:${port}`, requests };
}

async function openMetrics(values: Parameters<typeof openTestMetrics>[1] = {}): Promise<Metrics> {
  const dataDir = await mkdtemp(join(tmpdir(), "vedette-scrape-"));
  const metrics = await openTestMetrics(dataDir, values);
  open.push(
    () => rm(dataDir, { recursive: true, force: true }),
    () => metrics.close(),
  );
  return metrics;
}

/** A message behind its length. */
function delimited(bytes: Buffer): Buffer {
  // The first byte of a field of bytes is its number: what follows is what is wanted.
  return message([1, bytes]).subarray(1);
}

const pair = (name: string, value: string) => message([1, name], [2, value]);

/** The same numbers between 0 and 1 for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The only target of a job as the settings write it. */
function theTarget(job: Readonly<Record<string, unknown>>): Target {
  const [pool] = readScrapeJobs(settingsFrom(metricsSettings, { "metrics.scrape": [job] }));
  const [found] = pool === undefined ? [] : targetsOfGroups(pool, pool.config.static_configs ?? []);
  if (found?.kind !== "active") throw new TypeError("a job with a target has one");
  return found.target;
}

/** Scrapes some expositions, fifteen seconds apart, and gives the answers to a query at each time. */
async function scraped(expositions: (string | Exposition)[], query: string, job: object = {}) {
  const { instance } = await serve(...expositions);
  const metrics = await openMetrics();
  const target = theTarget({ job: "test", targets: [instance], ...job });
  const scraper = new TargetScraper(target, metrics.open.store, "Vedette/13.0.0");
  const answers: string[][] = [];
  for (let at = 0; at < expositions.length; at += 1) {
    const time = 1_700_000_000_000 + at * 15_000;
    await scraper.scrape(time, new AbortController().signal);
    answers.push(await ask(metrics, query, time, instance));
  }
  return { answers, scraper, metrics };
}

async function ask(metrics: Metrics, query: string, time: number, instance: string): Promise<string[]> {
  const { data } = await metrics.open.engine.instant(
    { query, sight: "all", signal: new AbortController().signal },
    time,
  );
  if (data.kind !== "vector") throw new TypeError("the queries here give vectors");
  return data.series.map(({ labels, values }) => `${labels.join(",").replace(instance, "HOST")} ${values[0]}`).sort();
}

describe("a scrape", () => {
  it("stores what the target shows, with its job and instance", async () => {
    const text = '# HELP foo Some text.\n# TYPE foo counter\nfoo{a="b"} 1\nfoo{a="c",} 2.5e3\n\nbar +Inf\n';
    const { answers } = await scraped([text], '{__name__=~"foo|bar"}');

    expect(answers[0]).toEqual([
      "__name__,bar,instance,HOST,job,test Infinity",
      "__name__,foo,a,b,instance,HOST,job,test 1",
      "__name__,foo,a,c,instance,HOST,job,test 2500",
    ]);
  });

  it("tells how it went", async () => {
    const { answers } = await scraped(
      ["foo 1\nbar 2\n", "foo 1\nbaz 2\n"],
      '{__name__=~"up|scrape_samples_.*|scrape_series_added"}',
    );

    const values = (added: number) => [
      "__name__,scrape_samples_post_metric_relabeling,instance,HOST,job,test 2",
      "__name__,scrape_samples_scraped,instance,HOST,job,test 2",
      `__name__,scrape_series_added,instance,HOST,job,test ${added}`,
      "__name__,up,instance,HOST,job,test 1",
    ];
    expect(answers).toEqual([values(2), values(1)]);
  });

  it("marks series that are gone", async () => {
    const { answers } = await scraped(["foo 1\nbar 2\n", "foo 3\n", "foo 4\nbar 5\n"], '{__name__=~"foo|bar"}');

    expect(answers.map((lines) => lines.map((line) => line.split(",")[1]))).toEqual([
      ["bar", "foo"],
      ["foo"],
      ["bar", "foo"],
    ]);
  });

  it("marks series that are gone for the second time", async () => {
    const shows = ["foo 1\nbar 2\n", "foo 3\n", "foo 4\nbar 5\n", "foo 6\n"];
    const { answers } = await scraped(shows, '{__name__=~"foo|bar"}');

    expect(answers.map((lines) => lines.length)).toEqual([2, 1, 2, 1]);
  });

  const OPEN_METRICS = "application/openmetrics-text; version=1.0.0";

  it.each([
    ["text/plain; version=0.0.4", ""],
    [OPEN_METRICS, "# EOF\n"],
  ])("stores what is shown in whatever order and form it comes, as %s", async (type, end) => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = randomNumbers(seed);
    const names = ["a", "ab", 'a{b="1"}', 'a{b="1",c="2"}', "a_total", 'ab{b="} 1"}', 'a{b="é"}'];
    const values = ["0", "7", "123456789012345", "12345678901234567890", "-1", "2.5e3", "+Inf", "0x1", "1_0"];
    const pick = <One>(all: readonly One[]) => all[Math.floor(random() * all.length)] ?? all[0];
    const shown = Array.from({ length: 60 }, () => {
      // As they stand in most scrapes, in another order in some, and not all of them in others.
      const order = random() < 0.5 ? names : names.toSorted(() => random() - 0.5).slice(Math.floor(random() * 3));
      const isRefused = random() < 0.1;
      const spaced = (name: string) => (random() < 0.1 ? name.replace("{", " {") : name);
      return order.map((name) => ({ name, line: spaced(name), value: pick(values.slice(0, isRefused ? 9 : 7)) ?? "" }));
    });

    const { answers } = await scraped(
      shown.map((rows) => ({ body: rows.map(({ line, value }) => `${line} ${value}\n`).join("") + end, type })),
      '{__name__=~"a.*"}',
    );

    const inOrder = (rows: (typeof shown)[number]) =>
      rows.some(({ value }) => /[x_]/.test(value))
        ? []
        : rows.map(({ value }) => String(Number(value.replace("Inf", "Infinity")))).sort();
    const seen = answers.map((lines) => lines.map((line) => line.slice(line.lastIndexOf(" ") + 1)).sort());
    expect(seen, `seed ${seed}`).toEqual(shown.map(inOrder));
  });

  it("marks all series when the target fails, and says why", async () => {
    const { answers, scraper } = await scraped(["foo 1\n", { body: "", status: 500 }], '{__name__=~"foo|up"}');

    expect(answers[1]).toEqual(["__name__,up,instance,HOST,job,test 0"]);
    expect(scraper.state).toMatchObject({ health: "down", lastError: "server returned HTTP status 500" });
  });

  it.each([
    ["a line that is none", "foo 1\nfoo bar baz\n"],
    ["a label twice", 'foo{a="1",a="2"} 1\n'],
    ["no number", "foo\n"],
    ["an open brace", 'foo{a="b" 1\n'],
    ["an open quote", 'foo{a="b} 1\n'],
    ["a name that starts with a digit", "1foo 1\n"],
    ["a page of HTML", "<html><body>404</body></html>\n"],
  ])("with %s is refused as a whole", async (_, text) => {
    const { answers } = await scraped(["foo 1\n", text], '{__name__=~"foo|up"}');

    expect(answers[1]).toEqual(["__name__,up,instance,HOST,job,test 0"]);
  });

  it("over the sample limit is refused as a whole, at the limit it is stored", async () => {
    const query = '{__name__=~"foo|bar|up"}';

    expect((await scraped(["foo 1\nbar 1\n"], query, { sample_limit: 1 })).answers[0]).toHaveLength(1);
    expect((await scraped(["foo 1\nbar 1\n"], query, { sample_limit: 2 })).answers[0]).toHaveLength(3);
  });

  it("reads OpenMetrics with times in seconds, units and exemplars", async () => {
    const text = [
      "# TYPE foo_seconds counter",
      "# UNIT foo_seconds seconds",
      '# HELP foo_seconds With a \\"quote\\".',
      'foo_seconds_total{a="1"} 1.0 1699999990.5',
      'foo_seconds_total{a="2"} 17.0 # {trace_id="x"} 0.5 1699999990',
      "# EOF",
      "",
    ].join("\n");
    const exposition = { body: text, type: "application/openmetrics-text; version=1.0.0; charset=utf-8" };
    const { answers, scraper } = await scraped([exposition], "timestamp(foo_seconds_total)");

    expect(answers[0]).toEqual(["a,1,instance,HOST,job,test 1699999990.5", "a,2,instance,HOST,job,test 1700000000"]);
    expect(scraper.metadata.get("foo_seconds")).toEqual({ type: "counter", unit: "seconds", help: 'With a "quote".' });
  });

  it("keeps when a counter of OpenMetrics began as a series of its own, and adds nothing to the counter", async () => {
    const text = '# TYPE foo counter\nfoo_total{a="1"} 17.0\nfoo_created{a="1"} 1699999940.5\n# EOF\n';
    const exposition = { body: text, type: "application/openmetrics-text; version=1.0.0" };
    const { answers, metrics } = await scraped([exposition, exposition], "foo_created");
    const counts = await ask(metrics, "count_over_time(foo_total[1h])", 1_700_000_015_000, "");

    const created = ["__name__,foo_created,a,1,instance,HOST,job,test 1699999940.5"];
    expect(answers).toEqual([created, created]);
    expect(counts).toEqual([expect.stringMatching(/ 2$/)]);
  });

  it("takes the target's own times for those of the samples, or not where a job says so", async () => {
    const own = { body: 'foo{a="1"} 1 1699999990000\n' };

    const honest = await scraped([own], "timestamp(foo)");
    const ours = await scraped([own], "timestamp(foo)", { honor_timestamps: false });

    expect(honest.answers).toEqual([["a,1,instance,HOST,job,test 1699999990"]]);
    expect(ours.answers).toEqual([["a,1,instance,HOST,job,test 1700000000"]]);
  });

  it("keeps the exemplars of OpenMetrics, each once", async () => {
    const text = 'foo_total{a="1"} 17.0 # {trace_id="x y"} 0.5 1699999990\nbar_total 1.0 # {} 2\n# EOF\n';
    const exposition = { body: text, type: "application/openmetrics-text; version=1.0.0" };
    const { scraper, metrics } = await scraped([exposition, exposition], "foo_total");
    const selectors = selectorsOf('sum(rate(foo_total{a="1"}[5m])) or bar_total');
    const found = metrics.open.store.exemplars.select(selectors, 0, 2_000_000_000_000);

    expect(scraper.state.health).toBe("up");
    expect(found.map(({ labels, exemplars }) => [labels[1], exemplars])).toEqual([
      ["foo_total", [{ labels: ["trace_id", "x y"], value: 0.5, timeMs: 1_699_999_990_000 }]],
      [
        "bar_total",
        [
          { labels: [], value: 2, timeMs: 1_700_000_000_000 },
          { labels: [], value: 2, timeMs: 1_700_000_015_000 },
        ],
      ],
    ]);
    const broken = { ...exposition, body: 'foo_total 1 # {trace_id="x"\n# EOF\n' };
    expect((await scraped([broken], "up")).answers[0]?.[0]).toMatch(/ 0$/);
  });

  it("reads the protobuf form, with native histograms where they are wanted", async () => {
    const family = (name: string, type: number, ...metric: Field[]) =>
      delimited(message([1, name], [2, "Some help."], [3, type], [4, message([1, pair("a", 'b"c')], ...metric)]));
    const histogram: Field[] = [
      [1, 4],
      [2, { double: 5 }],
      [3, message([1, 3], [2, { double: 2 }])],
      [5, zigzag(0)],
      [6, { double: 0.001 }],
      [12, message([1, zigzag(0)], [2, 3])],
      ...[1, 1, -1].map((delta): Field => [13, zigzag(delta)]),
      [16, message([1, pair("trace_id", "t1")], [2, { double: 1.5 }])],
    ];
    const body = Buffer.concat([
      family("requests_total", 0, [3, message([1, { double: 7 }])]),
      family("temperature", 1, [2, message([1, { double: -1.5 }])], [6, 1_699_999_999_000]),
      family("latency", 4, [7, message(...histogram)]),
      family("size", 2, [
        4,
        message([1, 3], [2, { double: 9 }], [3, message([1, { double: 0.5 }], [2, { double: 2 }])]),
      ]),
    ]);
    const type = "application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited";
    const query = '{__name__=~"requests_total|temperature|latency.*|size.*"}';

    const plain = await scraped([{ body, type }], query);
    const native = await scraped([{ body, type }], "histogram_count(latency)", { scrape_native_histograms: true });

    expect(plain.scraper.state).toMatchObject({ lastError: "" });
    expect(plain.answers[0]?.map((line) => line.replace(/,a,b"c,instance,HOST,job,test/, ""))).toEqual([
      "__name__,latency_bucket,le,+Inf 4",
      "__name__,latency_bucket,le,2.0 3",
      "__name__,latency_count 4",
      "__name__,latency_sum 5",
      "__name__,requests_total 7",
      "__name__,size,quantile,0.5 2",
      "__name__,size_count 3",
      "__name__,size_sum 9",
      "__name__,temperature -1.5",
    ]);
    expect(native.answers[0]).toEqual(['a,b"c,instance,HOST,job,test 4']);
    expect(native.metrics.open.store.exemplars.select(selectorsOf("latency"), 0, 2e12)).toMatchObject([
      { exemplars: [{ labels: ["trace_id", "t1"], value: 1.5, timeMs: T }] },
    ]);
    expect(plain.scraper.metadata.get("latency")).toEqual({ type: "histogram", help: "Some help.", unit: "" });
  });

  it("refuses OpenMetrics that breaks off", async () => {
    const whole = "foo 1\nbar 2\n# EOF\n";
    const bodies = ["foo 1\n", whole, whole, "foo 1\n# EOF\nbar 2\n", whole, "foo 1\nbar 2\n"];
    const { answers } = await scraped(
      bodies.map((body) => ({ body, type: OPEN_METRICS })),
      "up",
    );

    expect(answers.map(([up = ""]) => up.at(-1))).toEqual(["0", "1", "1", "0", "1", "0"]);
  });

  it("reads names and labels in quotes, and what is escaped", async () => {
    const text = '{"metric.name","label.name"="x"} 1\nfoo{a="1 \\"2\\" \\\\ \\n }"} 2\n';
    const { answers } = await scraped([text], '{job="test",__name__=~"metric.name|foo"}');

    expect(answers[0]).toEqual([
      '__name__,foo,a,1 "2" \\ \n },instance,HOST,job,test 2',
      "__name__,metric.name,instance,HOST,job,test,label.name,x 1",
    ]);
  });

  it("keeps the target's own job label beside ours, or before it", async () => {
    const text = 'foo{job="theirs"} 1\n';

    expect((await scraped([text], "foo")).answers[0]).toEqual([
      "__name__,foo,exported_job,theirs,instance,HOST,job,test 1",
    ]);
    expect((await scraped([text], "foo", { honor_labels: true })).answers[0]).toEqual([
      "__name__,foo,instance,HOST,job,theirs 1",
    ]);
  });

  it("unpacks what is packed", async () => {
    const packed = { body: gzipSync("foo 1\n"), headers: { "content-encoding": "gzip" } };

    expect((await scraped([packed], "foo")).answers[0]).toHaveLength(1);
  });

  it("asks as a scraper asks", async () => {
    const { instance, requests } = await serve("foo 1\n");
    const metrics = await openMetrics();
    const target = theTarget({ job: "test", targets: [instance], path: "/custom", bearer: "token" });
    await new TargetScraper(target, metrics.open.store, "Vedette/13.0.0").scrape(0, new AbortController().signal);

    expect(requests[0]?.url).toBe("/custom");
    expect(requests[0]?.headers).toMatchObject({
      "user-agent": "Vedette/13.0.0",
      authorization: "Bearer token",
      "accept-encoding": "gzip",
      "x-prometheus-scrape-timeout-seconds": "10",
    });
    expect(requests[0]?.headers.accept).toMatch(/^application\/openmetrics-text/);
  });
});

describe("the server itself", () => {
  it("is scraped at once when it listens, under the job vedette", async () => {
    const { instance, requests } = await serve("foo 1\n");
    const metrics = await openMetrics();
    metrics.startScraping({ url: `http://${instance}/metrics` });
    await expect.poll(() => metrics.open.store.status.series, { timeout: 10_000 }).toBe(6);

    expect(requests[0]?.url).toBe("/metrics");
    expect(await metrics.open.store.labelValues("job", 0, Number.POSITIVE_INFINITY)).toEqual(["vedette"]);
  });

  it("is not scraped when that is switched off", async () => {
    const { instance } = await serve("foo 1\n");
    const metrics = await openMetrics({ "metrics.scrape_self": false });
    metrics.startScraping({ url: `http://${instance}/metrics` });

    expect(metrics.open.scraper.targets).toEqual([]);
  });
});

describe("what a scrape may hold", () => {
  const tooMuch = 'foo{a="12345",b="2"} 1\n';

  it.each([
    [{ label_limit: 4 }, 'label_limit exceeded (metric: "foo", number of labels: 5, limit: 4)', { label_limit: 5 }],
    [
      { label_name_length_limit: 7 },
      'label_name_length_limit exceeded (label: "__name__", length: 8, limit: 7)',
      { label_name_length_limit: 8 },
    ],
    [
      { label_value_length_limit: 4, relabel_configs: [{ target_label: "instance", replacement: "i" }] },
      'label_value_length_limit exceeded (label: "a", length: 5, limit: 4)',
      { label_value_length_limit: 5, relabel_configs: [{ target_label: "instance", replacement: "i" }] },
    ],
    [{ body_size_limit: 22 }, "body size limit exceeded", { body_size_limit: "23B" }],
  ])("%o: beyond it nothing is stored", async (limit, reason, enough) => {
    const { answers, scraper } = await scraped([tooMuch], '{__name__=~"foo|up"}', limit);
    expect(scraper.state).toMatchObject({ health: "down", lastError: reason });
    expect(answers[0]).toHaveLength(1);

    expect((await scraped([tooMuch], "foo", enough)).answers[0]).toHaveLength(1);
  });

  it("is counted after relabelling, which drops and renames", async () => {
    const metric_relabel_configs = [
      { source_labels: ["__name__"], regex: "go_.*", action: "drop" },
      { source_labels: ["a"], target_label: "b" },
      { regex: "a", action: "labeldrop" },
    ];
    const { answers } = await scraped(
      ['go_one 1\ngo_two 1\nfoo{a="x"} 1\n'],
      '{__name__=~"foo|go_.*|scrape_samples_.*"}',
      { metric_relabel_configs, sample_limit: 1 },
    );

    expect(answers[0]).toEqual([
      "__name__,foo,b,x,instance,HOST,job,test 1",
      "__name__,scrape_samples_post_metric_relabeling,instance,HOST,job,test 1",
      "__name__,scrape_samples_scraped,instance,HOST,job,test 3",
    ]);
  });
});

describe("the way to a target", () => {
  /** What a target says, and the requests that came to it. */
  async function reach(job: object, ...expositions: (string | Exposition)[]) {
    const target = await serve(...expositions);
    const metrics = await openMetrics();
    const scraper = new TargetScraper(
      theTarget({ job: "test", targets: [target.instance], ...job }),
      metrics.open.store,
      "Vedette/13.0.0",
    );
    await scraper.scrape(1_700_000_000_000, new AbortController().signal);
    return { scraper, requests: target.requests, instance: target.instance };
  }
  const moved = (location: string): Exposition => ({ body: "", status: 302, headers: { location } });

  it("may lead over redirects", async () => {
    const { scraper, requests } = await reach({ bearer: "hush" }, moved("/elsewhere?a=1"), "foo 1\n");

    expect(scraper.state).toMatchObject({ health: "up", lastError: "" });
    expect(requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ["/metrics", "Bearer hush"],
      ["/elsewhere?a=1", "Bearer hush"],
    ]);
  });

  it("does not lead to this machine by a redirect from elsewhere, nor where none are followed, nor round and round", async () => {
    const inside = await serve("foo 1\n");
    const away = await reach({ bearer: "hush" }, moved(`http://localhost:${inside.instance.split(":")[1]}/metrics`));
    const still = await reach({ follow_redirects: false }, moved("/elsewhere"));
    const round = await reach({}, moved("/metrics"));

    expect(away.scraper.state.lastError).toContain("security.outbound.allowed_hosts");
    expect(inside.requests).toEqual([]);
    expect(still.scraper.state.lastError).toBe("server returned HTTP status 302");
    expect(round.scraper.state.lastError).toBe("stopped after 10 redirects");
  });

  it("may lead through a proxy, but not for hosts without one", async () => {
    const proxy = await serve("foo 1\n");
    const proxyUrl = `http://anna:hush@${proxy.instance}`;
    const through = await reach({ proxy_url: proxyUrl }, "bar 1\n");
    const past = await reach({ proxy_url: proxyUrl, no_proxy: "example.com,127.0.0.1" }, "bar 1\n");

    expect(through.scraper.state.health).toBe("up");
    expect(proxy.requests.map(({ url }) => url)).toEqual([`http://${through.instance}/metrics`]);
    expect(proxy.requests[0]?.headers["proxy-authorization"]).toBe(
      `Basic ${Buffer.from("anna:hush").toString("base64")}`,
    );
    expect([through.requests.length, past.requests.length]).toEqual([0, 1]);
  });

  it("begins with a token where a job wants one, and the token is used again until it is refused", async () => {
    const token = (text: string): Exposition => ({
      body: JSON.stringify({ access_token: text, token_type: "Bearer", expires_in: 3600 }),
      type: "application/json",
    });
    const tokens = await serve(token("one"), token("two"));
    const oauth2 = {
      client_id: "c:d",
      client_secret: "hush",
      token_url: `http://${tokens.instance}/t`,
      scopes: ["a", "b"],
    };
    const target = await serve("foo 1\n", "foo 2\n", { body: "", status: 401 }, "foo 3\n");
    const metrics = await openMetrics();
    const job = theTarget({ job: "test", targets: [target.instance], oauth2 });
    const scraper = new TargetScraper(job, metrics.open.store, "Vedette/13.0.0");
    for (let at = 0; at < 4; at += 1) await scraper.scrape(T + at * 15_000, new AbortController().signal);

    expect(target.requests.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer one",
      "Bearer one",
      "Bearer one",
      "Bearer two",
    ]);
    expect(tokens.requests).toHaveLength(2);
    expect(tokens.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from("c%3Ad:hush").toString("base64")}`);
  });

  it("carries headers of the operator's own", async () => {
    const { requests } = await reach({ http_headers: { "X-Tenant": { values: ["a", "b"] } } }, "foo 1\n");

    expect(requests[0]?.headers["x-tenant"]).toBe("a, b");
  });
});

describe("targets that are looked for", () => {
  const PATIENT = { timeout: 25_000 };
  const urls = (metrics: Metrics) => metrics.open.scraper.targets.map(({ target }) => new URL(target.url).host).sort();

  it("are those of a prometheus.yml: files, an address, relabelling, credentials", async () => {
    const { instance, requests } = await serve("foo 1\n");
    const list = await serve({ body: JSON.stringify([{ targets: ["10.0.0.9:1"], labels: { zone: "b" } }]) });
    const folder = await mkdtemp(join(tmpdir(), "vedette-discovery-"));
    open.push(() => rm(folder, { recursive: true, force: true }));
    const file = (name: string, text: string) => writeFile(join(folder, name), text);
    await file("secret", "hush\n");
    await file("targets-1.json", JSON.stringify([{ targets: [instance, "10.0.0.1:9100"], labels: { zone: "a" } }]));
    await file(
      "prometheus.yml",
      `
global: { scrape_interval: 1s }
alerting: { alertmanagers: [] }
scrape_configs:
  - job_name: files
    metrics_path: /custom
    params: { module: [a, b] }
    basic_auth: { username: anna, password_file: secret }
    file_sd_configs: [{ files: ["targets-*.json"], refresh_interval: 1s }]
    relabel_configs:
      - { source_labels: [__address__], regex: '10\\..*', action: drop }
      - { source_labels: [__meta_filepath], regex: '.*/(.*)\\.json', target_label: file }
  - job_name: list
    http_sd_configs: [{ url: "http://${list.instance}/targets" }]
`,
    );
    const metrics = await openMetrics({ "metrics.scrape_config_file": join(folder, "prometheus.yml") });
    metrics.startScraping();

    await expect.poll(() => urls(metrics), PATIENT).toEqual(["10.0.0.9:1", instance].sort());
    await expect.poll(() => requests.length, PATIENT).toBeGreaterThan(0);
    expect(requests[0]?.url).toBe("/custom?module=a&module=b");
    expect(requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from("anna:hush").toString("base64")}`);
    expect(list.requests[0]?.headers["x-prometheus-refresh-interval-seconds"]).toBe("60");
    const [first] = metrics.open.scraper.targets.filter(({ target }) => target.pool === "files");
    expect(Object.fromEntries(first?.target.labels ?? [])).toEqual({
      job: "files",
      instance,
      zone: "a",
      file: "targets-1",
    });
    expect(metrics.open.scraper.dropped.get("files")).toHaveLength(1);

    await file("targets-1.json", "no list");
    await file("targets-2.json", "[]");
    await file("targets-1.json", "[]");
    await expect.poll(() => urls(metrics), PATIENT).toEqual(["10.0.0.9:1"]);
    await expect.poll(() => ask(metrics, 'up{job="files"}', Date.now(), instance), PATIENT).toEqual([]);
  });

  it("follow a file that changes: what is new begins, what is gone ends, what is wrong changes nothing", async () => {
    const [one, other] = [await serve("foo 1\n"), await serve("bar 1\n")];
    const folder = await mkdtemp(join(tmpdir(), "vedette-reload-"));
    open.push(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, "prometheus.yml");
    const job = (name: string, instance: string) =>
      `  - { job_name: ${name}, scrape_interval: 1s, static_configs: [{ targets: ["${instance}"] }] }\n`;
    await writeFile(path, `scrape_configs:\n${job("stays", one.instance)}${job("goes", one.instance)}`);
    const metrics = await openMetrics({ "metrics.scrape_config_file": path });
    metrics.startScraping();
    await expect.poll(() => ask(metrics, 'up{job="goes"}', Date.now(), one.instance), PATIENT).toHaveLength(1);
    const [before] = metrics.open.scraper.targets;

    await writeFile(path, "scrape_configs: [{ job_name: 7 }]");
    expect(metrics.reloadJobs()).toEqual([expect.stringContaining("job_name")]);
    expect([metrics.lastReload.hasWorked, metrics.open.scraper.pools]).toEqual([false, ["goes", "stays"]]);

    await writeFile(path, `scrape_configs:\n${job("stays", one.instance)}${job("comes", other.instance)}`);
    await expect.poll(() => metrics.open.scraper.pools, PATIENT).toEqual(["comes", "stays"]);
    expect(metrics.lastReload.hasWorked).toBe(true);
    expect(metrics.open.scraper.targets).toContain(before);
    await expect.poll(() => ask(metrics, 'up{job="goes"}', Date.now(), one.instance), PATIENT).toEqual([]);
    await expect.poll(() => ask(metrics, "bar", Date.now(), other.instance), PATIENT).toHaveLength(1);
  }, 70_000);

  it("are not asked when there are too many", async () => {
    const metrics = await openMetrics({
      "metrics.scrape": [{ job: "many", targets: ["127.0.0.1:1", "127.0.0.1:2"], target_limit: 1, interval: "1s" }],
    });
    metrics.startScraping();
    const reasons = () => metrics.open.scraper.targets.map(({ state }) => state.lastError);

    const refusal = "target_limit exceeded (number of targets: 2, limit: 1)";
    await expect.poll(reasons, PATIENT).toEqual([refusal, refusal]);
  });
});

describe("a job that cannot work", () => {
  it.each<[object, string]>([
    [{ targets: ["a:1"] }, "metrics.scrape[0] must have required properties job_name"],
    [{ job: "a", scheme: "ftp" }, "metrics.scrape[0].scheme must be one of http, https"],
    [{ job: "a", colour: 1 }, "metrics.scrape[0].colour is not known here"],
    [{ job: "a", targets: ["http://a:1/"] }, "metrics.scrape[0].static_configs[0].targets[0] must match pattern"],
    [{ job: "a", interval: "1s", timeout: "2s" }, "metrics.scrape[0].scrape_timeout must not be longer"],
    [
      { job: "a", relabel_configs: [{ action: "hashmod", target_label: "x" }] },
      "metrics.scrape[0].relabel_configs[0]: hashmod needs a modulus above 0",
    ],
    [
      { job: "a", metric_relabel_configs: [{ regex: "(", target_label: "x" }] },
      "metrics.scrape[0].metric_relabel_configs[0]: regex: error parsing regexp",
    ],
    [{ job: "a", relabel_configs: [{ action: "replace" }] }, "replace needs a target_label"],
    [{ job: "a", relabel_configs: [{ action: "lowercase", target_label: "$1" }] }, 'target_label is "$1"'],
    [
      { job: "a", relabel_configs: [{ action: "labeldrop", regex: "a", target_label: "b" }] },
      "labeldrop takes regex alone, not target_label",
    ],
    [
      { job: "a", relabel_configs: [{ action: "keepequal", source_labels: ["a"], target_label: "b", regex: "x" }] },
      "keepequal takes source_labels and target_label alone, not regex",
    ],
    [
      { job: "a", basic_auth: { password: "hush" }, bearer: "hush" },
      "metrics.scrape[0] has more than one of basic_auth",
    ],
    [{ job: "a", tls_config: { cert_file: "/c" } }, "metrics.scrape[0].tls_config needs a certificate and its key"],
    [
      { job: "a", bearer: "hush", oauth2: { client_id: "c", client_secret: "hush", token_url: "http://t/" } },
      "metrics.scrape[0] has more than one of basic_auth, authorization, oauth2",
    ],
    [{ job: "a", no_proxy: "b" }, "metrics.scrape[0].no_proxy needs a proxy_url"],
    [
      { job: "a", http_headers: { Host: { values: ["hush"] } } },
      "metrics.scrape[0].http_headers.Host is set by Vedette",
    ],
  ])("%o is refused at the start by its place", async (job, reason) => {
    const refused = () => readScrapeJobs(settingsFrom(metricsSettings, { "metrics.scrape": [job] }));

    expect(refused).toThrow(SettingsError);
    expect(refused).toThrow(reason);
    expect(refused).not.toThrow(/hush/);
  });

  it("has no twin", () => {
    const jobs = [{ job: "a" }, { job: "a" }];

    expect(() => readScrapeJobs(settingsFrom(metricsSettings, { "metrics.scrape": jobs }))).toThrow('name "a"');
  });
});

describe("the moments at which targets are scraped", () => {
  it("lie all over the interval, and stay what they are", () => {
    const offsets = Array.from({ length: 200 }, (_, at) =>
      scrapeOffset(theTarget({ job: "test", targets: [`10.0.0.1:${9000 + at}`] })),
    );
    const quarters = [0, 1, 2, 3].map((at) => offsets.filter((one) => Math.floor(one / 3750) === at).length);

    expect(quarters.reduce((sum, count) => sum + count)).toBe(200);
    expect(Math.min(...quarters)).toBeGreaterThan(25);
    expect(scrapeOffset(theTarget({ job: "test", targets: ["10.0.0.1:9000"] }))).toBe(offsets[0]);
  });
});

describe("targets of the settings", () => {
  it("are scraped in their own rhythm", async () => {
    const { instance, requests } = await serve("foo 1\n");
    const metrics = await openMetrics({ "metrics.scrape": [{ job: "node", targets: [instance], interval: "1s" }] });
    metrics.startScraping();
    await expect.poll(() => requests.length, { timeout: 10_000 }).toBeGreaterThan(1);

    expect(metrics.open.scraper.targets[0]?.state.health).toBe("up");
  });
});

describe("a second process on the same directory", () => {
  it("answers that another one keeps the metrics, and takes over when that ends", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "vedette-two-"));
    open.push(() => rm(dataDir, { recursive: true, force: true }));
    const first = await openTestMetrics(dataDir);
    const second = await openTestMetrics(dataDir);
    open.push(() => second.close());

    expect(() => second.open).toThrow(expect.objectContaining({ code: "store_elsewhere" }));
    await first.close();
    await expect.poll(() => second.isOpen, { timeout: 15_000 }).toBe(true);
  });
});
