import { describe, expect, it } from "vitest";
import { load } from "./load.ts";
import { runScript } from "./reference/script-run.ts";
import { openTestStore } from "./test-store.ts";

describe("labels that describe a metric", () => {
  it("are dropped with its name", async () => {
    const series = await load("1m", { 'typed{__type__="counter",__unit__="seconds",a="b"}': "4 4" });

    for (const query of ["typed * 2", "-typed", "sum without () (typed)", "typed - ignoring (x) typed", "abs(typed)"]) {
      expect((await series.at("1m", query))[0], query).toMatch(/^\{a="b"\} /);
    }
    expect(await series.at("1m", "typed > 3")).toEqual(['typed{__type__="counter", __unit__="seconds", a="b"} 4']);
    expect(await series.at("1m", 'absent(gone{__type__="counter",a="b"})')).toEqual(['{a="b"} 1']);
  });
});

describe("a fixed time", () => {
  it("can be written as a duration", async () => {
    const series = await load("1m", { foo: "0+1x20" });

    expect(await series.at("20m", "foo @ 5m")).toEqual(["foo 5"]);
    expect(await series.at("20m", "foo @ 300s offset 1m")).toEqual(["foo 4"]);
  });
});

describe("sorting in a range query", () => {
  it.each(["sort(foo)", "sort_desc(foo)", 'sort_by_label(foo, "a")', 'sort_by_label_desc(foo, "a")'])(
    "warns about %s",
    async (query) => {
      const series = await load("1m", { foo: "1x5" });
      const warning =
        "PromQL warning: sort is ineffective for range queries since results are always ordered by labels (1:1)";

      expect((await series.rangeResult("2m", "1m", query)).warnings).toEqual([warning]);
      expect((await series.result("1m", query)).warnings).toEqual([]);
    },
  );
});

describe("a label name that is not UTF-8", () => {
  it.each([
    ['label_replace(foo, "\\xff", "", "a", "(.*)")', "invalid destination label name in label_replace()"],
    ['label_join(foo, "\\xff", "-", "a")', "invalid destination label name in label_join()"],
    ['count_values("\\xc5z", foo)', 'invalid label name "\\xc5z"'],
  ])("is refused by %s", async (query, message) => {
    const series = await load("1m", { foo: "1" });

    await expect(series.at("0", query)).rejects.toThrow(message);
    expect(await series.at("0", query.replace(/\\x../, "ü"))).toHaveLength(1);
  });
});

describe("quantiles", () => {
  it("do not mix a value with an infinite neighbour that has no weight", async () => {
    const series = await load("1m", { 'v{n="a"}': "1", 'v{n="b"}': "2", 'v{n="c"}': "Infinity" });

    expect(await series.at("0", "quantile(0.5, v)")).toEqual(["{} 2"]);
    expect(await series.at("0", "quantile(1, v)")).toEqual(["{} +Inf"]);
  });

  it("of buckets with a NaN bound ignore that bucket", async () => {
    const series = await load("1m", { 's{le="0.5"}': "1", 's{le="+Inf"}': "3", 's{le="NaN"}': "2" });

    expect(await series.at("0", "histogram_quantile(0.5, s)")).toEqual(["{} 0.5"]);
    expect((await series.result("0", "histogram_quantile(0.5, s)")).warnings).toEqual([
      'PromQL warning: bucket label "le" is missing or has a malformed value of "NaN" for metric name "s" (1:25)',
    ]);
  });

  it("of two metrics with the same labels are refused", async () => {
    const buckets = { 'le="1"': "1", 'le="+Inf"': "2" };
    const series = await load(
      "1m",
      Object.fromEntries(
        ["a_bucket", "b_bucket"].flatMap((name) =>
          Object.entries(buckets).map(([labels, values]) => [`${name}{${labels}}`, values]),
        ),
      ),
    );

    await expect(series.at("0", 'histogram_quantile(0.5, {__name__=~"._bucket"})')).rejects.toThrow("same labelset");
    expect(await series.at("0", 'histogram_quantiles(a_bucket, "q", 0, 0.25)')).toEqual([
      '{q="0.0"} 0',
      '{q="0.25"} 0.5',
    ]);
  });

  it("mad_over_time is NaN when one of the values is", async () => {
    const series = await load("10s", { v: "1 NaN 3 4" });

    expect(await series.at("30s", "mad_over_time(v[40s])")).toEqual(["{} NaN"]);
    expect(await series.at("30s", "mad_over_time(v[20s])")).toEqual(["{} 0.5"]);
  });
});

describe("integral", () => {
  it("adds the areas below the samples", async () => {
    const series = await load("10s", { v: "1 2 NaN 4" });

    expect(await series.at("30s", "integral(v[1m])")).toEqual(["{} 45"]);
    expect(await series.at("30s", "integral(v[1m], 0)")).toEqual(["{} 30"]);
    expect(await series.at("30s", "integral(v[1m], 1)")).toEqual(["{} 60"]);
    expect((await series.result("30s", "integral(v[1m], 7)")).warnings).toEqual([
      "PromQL warning: strategy should be 0, 1, or 2 (default), using 2, got 7 (1:17)",
    ]);
  });
});

describe("info", () => {
  const pairs = {
    'metric{instance="a",job="1"}': "0+1x10",
    'target_info{instance="a",job="1",version="old"}': "1 1 1 stale",
    'target_info{instance="a",job="1",version="new"}': "_ _ _ 1x7",
  };

  it.each([
    ["info(metric @ 120)", 'metric{instance="a", job="1", version="old"} 2'],
    ["info(metric offset 8m)", 'metric{instance="a", job="1", version="old"} 2'],
    ["info(metric offset 5m)", 'metric{instance="a", job="1", version="new"} 5'],
    ["info(last_over_time(metric[5m:1m] @ 2m))", 'metric{instance="a", job="1", version="old"} 2'],
    ["info(metric @ 120 or metric)", 'metric{instance="a", job="1", version="new"} 2'],
  ])("reads the info series at the time of %s", async (query, expected) => {
    expect(await (await load("1m", pairs)).at("10m", query)).toEqual([expected]);
  });
});

describe("names without quotes", () => {
  it("can have dots and letters of any script", async () => {
    const series = await load("1m", { '{"http.requests","service.name"="api"}': "1", '{"größe"}': "2" });

    expect(await series.at("0", 'sum by (service.name) (http.requests{service.name="api"})')).toEqual([
      '{service.name="api"} 1',
    ]);
    expect(await series.at("0", "größe + 1")).toEqual(["{} 3"]);
  });

  it("are refused where experimental syntax is off", async () => {
    const series = await load("1m", { '{"a.b"}': "1" }, { isExperimentalOn: false });

    await expect(series.at("0", "a.b")).rejects.toThrow("name a.b without quotes is experimental");
    expect(await series.at("0", '{"a.b"}')).toEqual(["a.b 1"]);
  });
});

describe("native histograms", () => {
  it("of floats are stored whatever their buckets add up to", () =>
    pass(`
      load 1m
        empty {{count:3 sum:4}}
        other {{count:3 sum:4 buckets:[1 1.5]}}

      eval instant at 0 histogram_count(empty)
        {} 3
      eval instant at 0 histogram_count(other)
        {} 3
    `));

  it.each(["hour", "minute", "month", "year", "day_of_week", "day_of_month", "day_of_year", "days_in_month"])(
    "have no %s",
    (name) =>
      pass(`
        load 1m
          h {{count:3 sum:4 buckets:[3]}}

        eval instant at 0 ${name}(h)
      `),
  );

  it("sum and average finite values that overflow on the way", () =>
    pass(`
      load 1m
        h{a="1"} {{count:1.7e308 sum:1e100 buckets:[1e100]}}
        h{a="2"} {{count:1.7e308 sum:3 buckets:[3]}}
        h{a="3"} {{count:1.7e308 sum:6 buckets:[6]}}
        h{a="4"} {{count:1.7e308 sum:-1e100 buckets:[2]}}

      eval instant at 0 sum(h)
        {} {{count:Inf sum:9 buckets:[1e100]}}
      eval instant at 0 histogram_sum(avg(h))
        {} 2.25
      eval instant at 0 histogram_count(avg(h))
        {} 1.7e308
    `));

  it("warn of a reset in one of two that are added up", () =>
    pass(`
      load 1m
        h{a="1"} {{count:5 sum:5 buckets:[5]}} {{count:2 sum:2 buckets:[2]}}
        h{a="2"} {{count:5 sum:5 buckets:[5]}} {{count:9 sum:9 buckets:[9]}}

      eval instant at 0 histogram_count(sum(h))
        expect no_warn
        {} 10
      eval instant at 1m histogram_count(sum(h))
        expect warn msg: PromQL warning: conflicting counter resets during histogram aggregation (1:21)
        {} 11
    `));

  it("do not repeat a reset that a subquery meets several times", () =>
    pass(`
      load 1m
        h {{count:10 sum:10}} {{count:3 sum:3 counter_reset_hint:reset}} {{count:6 sum:6}}

      eval instant at 2m histogram_count(increase(h[2m:15s]))
        {} 6.857142857142857
    `));

  it("inform about NaN observations only where there are some", () =>
    pass(`
      load 1m
        none {{count:3 sum:NaN buckets:[3]}}
        some {{count:4 sum:NaN buckets:[3]}}
        all {{count:4 sum:NaN}}

      eval instant at 0 histogram_quantile(0, none)
        expect no_info
        {} 0.5
      eval instant at 0 histogram_quantile(0.75, some)
        expect info msg: PromQL info: input to histogram_quantile has NaN observations, result is skewed higher for metric name "some" (1:26)
        {} 1
      eval instant at 0 histogram_quantile(0.5, all)
        expect info msg: PromQL info: input to histogram_quantile has NaN observations, result is NaN for metric name "all" (1:25)
        {} NaN
      eval instant at 0 histogram_fraction(-Inf, +Inf, none)
        expect no_info
        {} 1
      eval instant at 0 histogram_fraction(-Inf, +Inf, some)
        expect info msg: PromQL info: input to histogram_fraction has NaN observations, which are excluded from all fractions for metric name "some" (1:32)
        {} 0.75
    `));

  it("name the operation during which custom buckets were reconciled", () =>
    pass(`
      load 1m
        h {{schema:-53 count:1 sum:1 custom_values:[1 2] buckets:[1] counter_reset_hint:gauge}} {{schema:-53 count:2 sum:1 custom_values:[1 3] buckets:[2] counter_reset_hint:gauge}}

      eval instant at 1m histogram_count(idelta(h[2m]))
        expect info msg: PromQL info: mismatched custom buckets were reconciled during subtraction (1:24)
        {} 1
      eval instant at 1m histogram_count(delta(h[2m]))
        expect info msg: PromQL info: mismatched custom buckets were reconciled during subtraction (1:23)
        {} 2
      eval instant at 1m histogram_count(sum_over_time(h[2m]))
        expect info msg: PromQL info: mismatched custom buckets were reconciled during aggregation (1:31)
        {} 3
    `));

  it("are interpolated by smoothed selectors, and grow from zero behind a reset", () =>
    pass(`
      load 15s
        h {{count:1 sum:1 buckets:[1]}} {{count:2 sum:2 buckets:[2]}} {{count:1 sum:1 buckets:[1]}}
        mixed 1 {{count:2 sum:2}}

      eval instant at 3s histogram_count(h smoothed)
        {} 1.2
      eval instant at 21s histogram_count(h smoothed)
        {} 0.4
      eval instant at 3s mixed smoothed
        expect warn msg: PromQL warning: encountered a mix of histograms and floats for metric name "mixed" (1:1)
    `));

  it("keep their last custom bucket above any value that is trimmed", () =>
    pass(`
      load 1m
        h {{schema:-53 count:5 sum:50 custom_values:[5] buckets:[1 4]}}

      eval instant at 0 h >/ 10
        h {{schema:-53 count:4 sum:40 custom_values:[5] buckets:[0 4]}}
    `));
});

/** Runs a script in the reference's test language. */
async function pass(script: string): Promise<void> {
  await using store = await openTestStore();
  const outcomes = await runScript("script", script, store);

  expect(outcomes.map(({ difference }) => difference)).toEqual(outcomes.map(() => undefined));
}

describe("the runner of scripts", () => {
  it.each([
    ["another value", "{} 2"],
    ["another label", '{a="b"} 1'],
    ["a missing series", '{} 1\n    {a="b"} 1'],
    ["no series", ""],
    ["a missing warning", "expect warn\n    {} 1"],
    ["an error that does not come", "expect fail"],
    ["a scalar", "1"],
  ])("reports %s", async (_, expected) => {
    await using store = await openTestStore();
    const script = `load 1m\n  foo 1\n\neval instant at 0 foo + 0\n    `;

    expect(await runScript("script", `${script}${expected}\n`, store)).toMatchObject([
      { place: "script:4", difference: expect.any(String) },
    ]);
    expect(await runScript("script", `${script}{} 1\n`, store)).toMatchObject([{ difference: undefined }]);
  });
});
