import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { selectorsOf } from "../src/engine/query.ts";
import { TargetScraper } from "../src/scrape/target-scraper.ts";
import { type Field, message, zigzag } from "./protobuf-message.ts";
import { ask, openMetrics, scraped, serve, T, theTarget } from "./scraping.ts";

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
