import { describe, expect, it } from "vitest";
import { load } from "./load.ts";

describe("an instant selector", () => {
  it("sees the last sample of the five minutes before, the older end excluded", async () => {
    const series = await load("1m", { foo: "7" });

    expect(await series.at("4m59s999ms", "foo")).toEqual(["foo 7"]);
    expect(await series.at("5m", "foo")).toEqual([]);
  });

  it("sees nothing from a stale marker on, until there is a sample again", async () => {
    const series = await load("1m", { foo: "1 stale _ 2" });

    expect(await series.over("4m", "1m", "foo")).toEqual(["foo 1 _ _ 2 2"]);
  });

  it("does not take a NaN for a stale marker", async () => {
    const series = await load("1m", { foo: "NaN" });

    expect(await series.at("1m", "foo")).toEqual(["foo NaN"]);
  });

  it("looks at another time with offset and @", async () => {
    const series = await load("1m", { foo: "0+1x20" });

    expect(await series.over("10m", "5m", "foo offset 2m")).toEqual(["foo _ 3 8"]);
    expect(await series.over("10m", "5m", "foo offset -2m")).toEqual(["foo 2 7 12"]);
    expect(await series.over("10m", "5m", "foo @ 180 offset 1m")).toEqual(["foo 2 2 2"]);
    expect(await series.over("10m", "5m", "foo @ end()")).toEqual(["foo 10 10 10"]);
    expect(await series.over("10m", "5m", "foo @ start()")).toEqual(["foo 0 0 0"]);
  });

  it("counts an empty value as an absent label", async () => {
    const series = await load("1m", { 'foo{a="x"}': "1", foo: "2" });

    expect(await series.at("0", 'foo{a=""}')).toEqual(["foo 2"]);
    expect(await series.at("0", 'foo{a!=""}')).toEqual(['foo{a="x"} 1']);
    expect(await series.at("0", 'foo{a=~"x|"}')).toEqual(['foo{a="x"} 1', "foo 2"]);
    expect(await series.at("0", 'foo{a!~"x|"}')).toEqual([]);
  });
});

describe("a range selector", () => {
  it("leaves the sample at its older end out and takes the one at its newer end", async () => {
    const series = await load("15s", { foo: "0+1x8" });

    expect(await series.at("2m", "foo[1m]")).toEqual(["foo 5@75 6@90 7@105 8@120"]);
    expect(await series.at("2m", "count_over_time(foo[1m])")).toEqual(["{} 4"]);
  });

  it("does not see stale markers", async () => {
    const series = await load("15s", { foo: "1 stale 3 NaN" });

    expect(await series.at("45s", "foo[1m]")).toEqual(["foo 1@0 3@30 NaN@45"]);
  });
});

describe("rate and increase", () => {
  it("draw a counter on to both ends of the range when a sample is near", async () => {
    const series = await load("10s", { foo_total: "0+10x30" });

    expect(await series.at("5m", "rate(foo_total[1m])")).toEqual(["{} 1"]);
    expect(await series.at("5m", "increase(foo_total[1m])")).toEqual(["{} 60"]);
  });

  it("add up what a counter lost when it began again", async () => {
    const series = await load("10s", { foo_total: "100 110 120 5 15 25 35" });

    expect(await series.at("1m", "increase(foo_total[50s])")).toEqual(["{} 43.75"]);
  });

  it("draw a counter back no further than to zero", async () => {
    const series = await load("10s", { foo_total: "_ _ _ 3 13 23 33" });

    expect(await series.at("1m", "increase(foo_total[1m])")).toEqual(["{} 33"]);
  });

  it("draw a young counter back by half a spacing", async () => {
    const series = await load("10s", { foo_total: "_ _ _ 100 110 120 130" });

    expect(await series.at("1m", "increase(foo_total[1m])")).toEqual(["{} 35"]);
  });

  it("need two samples", async () => {
    const series = await load("10s", { foo_total: "5" });

    expect(await series.at("10s", "rate(foo_total[1m])")).toEqual([]);
  });

  it("tell when the name is that of no counter", async () => {
    const series = await load("10s", { foo: "0+1x6", foo_total: "0+1x6" });

    expect((await series.result("1m", "rate(foo[1m])")).infos).toEqual([
      'PromQL info: metric might not be a counter, name does not end in _total/_sum/_count/_bucket: "foo" (1:6)',
    ]);
    expect((await series.result("1m", "rate(foo_total[1m])")).infos).toEqual([]);
  });
});

describe("a subquery", () => {
  it("looks at multiples of its step, whatever the start of the query", async () => {
    const series = await load("10s", { foo: "0+1x100" });

    expect(await series.at("5m7s", "foo[1m:20s]")).toEqual(["foo 26@260 28@280 30@300"]);
    expect(await series.at("5m", "foo[1m:20s]")).toEqual(["foo 26@260 28@280 30@300"]);
  });

  it("has a step of a minute when it names none", async () => {
    const series = await load("1m", { foo: "0+1x10" });

    expect(await series.at("10m", "count_over_time(foo[5m:])")).toEqual(["{} 5"]);
  });

  it("keeps what has no value at a step out of its windows", async () => {
    const series = await load("1m", { foo: "1 -1 1 -1 1 -1" });

    expect(await series.at("5m", "sum_over_time((foo > 0)[5m:1m])")).toEqual(["{} 2"]);
  });
});

describe("the name of a metric", () => {
  it("is dropped by what changes the meaning of a value", async () => {
    const series = await load("1m", { 'foo{a="b"}': "-4 -4" });

    for (const query of ["foo + 1", "-foo", "abs(foo)", "foo > bool 1", "sum_over_time(foo[5m])", "timestamp(foo)"]) {
      expect((await series.at("1m", query))[0], query).toMatch(/^\{a="b"\} /);
    }
  });

  it("is kept by what only chooses", async () => {
    const series = await load("1m", { 'foo{a="b"}': "-4 -4" });

    for (const query of ["foo < 0", "+foo", "last_over_time(foo[5m])", "topk(1, foo)", "foo and foo", "sort(foo)"]) {
      expect(await series.at("1m", query), query).toEqual(['foo{a="b"} -4']);
    }
  });

  it("can still be used before the query ends", async () => {
    const series = await load("1m", { a_total: "0+60x5", b_total: "0+120x5" });
    const rates = 'rate({__name__=~"._total"}[2m])';

    expect(await series.at("5m", `label_replace(${rates}, "was", "$1", "__name__", "(.*)")`)).toEqual([
      '{was="a_total"} 1',
      '{was="b_total"} 2',
    ]);
    for (const query of [rates, `sum by (__name__) (${rates})`]) {
      await expect(series.at("5m", query)).rejects.toThrow("vector cannot contain metrics with the same labelset");
    }
    expect(await series.at("5m", "sum by (__name__) (rate(a_total[2m]))")).toEqual(["{} 1"]);
    expect(await series.at("5m", "topk(1, sum by (__name__) (rate(a_total[2m])))")).toEqual(["{} 1"]);
    expect(await series.at("5m", "quantile by (__name__) (0.5, rate(a_total[2m]))")).toEqual(["{} 1"]);
    expect(await series.at("5m", 'count_values by (__name__) ("n", rate(a_total[2m]))')).toEqual(['{n="1"} 1']);
  });
});

describe("two vectors", () => {
  const series = load("1m", {
    'requests{host="a",code="200"}': "100",
    'requests{host="a",code="500"}': "5",
    'requests{host="b",code="200"}': "50",
    'cores{host="a"}': "4",
    'cores{host="b"}': "2",
    'cores{host="c"}': "1",
  });

  it("meet by their labels", async () => {
    expect(await (await series).at("0", 'requests{code="200"} / on (host) cores')).toEqual([
      '{host="a"} 25',
      '{host="b"} 25',
    ]);
  });

  it("meet many to one when that is said, with labels of the one side", async () => {
    expect(await (await series).at("0", "requests / on (host) group_left cores")).toEqual([
      '{code="200", host="a"} 25',
      '{code="500", host="a"} 1.25',
      '{code="200", host="b"} 25',
    ]);
  });

  it("are refused when two of the many side meet one and it is not said", async () => {
    await expect((await series).at("0", "requests / on (host) cores")).rejects.toThrow(
      "multiple matches for labels: many-to-one matching must be explicit (group_left/group_right)",
    );
  });

  it.each(["<", ">=", "=="])("are refused when two of the many side meet one, whatever passes %s", async (operator) => {
    const sides = await load("1m", {
      'many{label="a",job="x"}': "0",
      'many{label="b",job="x"}': "1",
      'one{job="x"}': "1",
    });

    await expect(sides.at("0", `many ${operator} on (job) one`)).rejects.toThrow("multiple matches for labels");
    expect(await sides.at("0", `many ${operator} on (job) group_left one`)).toHaveLength(1);
  });

  it("are refused when one meets two, with the names of both", async () => {
    await expect((await series).at("0", "cores * on (host) requests")).rejects.toThrow(
      'found duplicate series for the match group {host="a"} on the right hand-side of the operation: [{__name__="requests", code="200", host="a"}, {__name__="requests", code="500", host="a"}];many-to-many matching not allowed: matching labels must be unique on one side',
    );
  });

  it("make sets", async () => {
    expect(await (await series).at("0", "cores and on (host) requests")).toEqual([
      'cores{host="a"} 4',
      'cores{host="b"} 2',
    ]);
    expect(await (await series).at("0", "cores unless on (host) requests")).toEqual(['cores{host="c"} 1']);
    expect(await (await series).at("0", "cores > 2 or on () vector(0)")).toEqual(['cores{host="a"} 4']);
    expect(await (await series).at("0", "cores > 5 or on () vector(0)")).toEqual(["{} 0"]);
  });
});

describe("aggregations", () => {
  it("do not lose small values beside large ones", async () => {
    const series = await load("1m", {
      'foo{a="1"}': "1",
      'foo{a="2"}': "1e100",
      'foo{a="3"}': "1",
      'foo{a="4"}': "-1e100",
    });

    expect(await series.at("0", "sum(foo)")).toEqual(["{} 2"]);
    expect(await series.at("0", "avg(foo)")).toEqual(["{} 0.5"]);
  });

  it("give a mean where the sum is too large for a float", async () => {
    const series = await load("1m", { 'foo{a="1"}': "1.7e308 1.7e308", 'foo{a="2"}': "1.7e308 1.7e308" });

    expect(await series.at("1m", "avg(foo)")).toEqual(["{} 1.7e+308"]);
    expect(await series.at("1m", "avg_over_time(foo[2m])")).toEqual(['{a="1"} 1.7e+308', '{a="2"} 1.7e+308']);
  });

  it("rank at each step of a range, and order the answer at one time", async () => {
    const series = await load("1m", { 'foo{a="1"}': "1 9", 'foo{a="2"}': "5 2", 'foo{a="3"}': "NaN NaN" });

    expect(await series.over("1m", "1m", "topk(1, foo)")).toEqual(['foo{a="1"} _ 9', 'foo{a="2"} 5 _']);
    expect(await series.at("0", "topk(3, foo)")).toEqual(['foo{a="2"} 5', 'foo{a="1"} 1', 'foo{a="3"} NaN']);
    expect(await series.at("0", "bottomk(3, foo)")).toEqual(['foo{a="1"} 1', 'foo{a="2"} 5', 'foo{a="3"} NaN']);
  });

  it("count values by their shortest text", async () => {
    const series = await load("1m", { 'foo{a="1"}': "0.1", 'foo{a="2"}': "0.1", 'foo{a="3"}': "1e21" });

    expect(await series.at("0", 'count_values("v", foo)')).toEqual(['{v="0.1"} 2', '{v="1000000000000000000000"} 1']);
  });

  it("warn of a quantile that there cannot be", async () => {
    const series = await load("1m", { foo: "1" });
    const { warnings } = await series.result("0", "quantile(1.5, foo)");

    expect(warnings).toEqual(["PromQL warning: quantile value should be between 0 and 1, got 1.5 (1:10)"]);
  });
});

describe("histogram_quantile", () => {
  const bucket = (le: string, values: string) => ({ [`foo_bucket{le="${le}"}`]: values });

  it("is linear inside a bucket, and the highest bound above all", async () => {
    const series = await load("1m", { ...bucket("1", "10"), ...bucket("2", "30"), ...bucket("+Inf", "40") });

    expect(await series.at("0", "histogram_quantile(0.5, foo_bucket)")).toEqual(["{} 1.5"]);
    expect(await series.at("0", "histogram_quantile(0.9, foo_bucket)")).toEqual(["{} 2"]);
  });

  it("mends counts that fall, and says so", async () => {
    const series = await load("1m", { ...bucket("1", "20"), ...bucket("2", "10"), ...bucket("+Inf", "40") });
    const { infos } = await series.result("0", "histogram_quantile(0.5, foo_bucket)");

    expect(await series.at("0", "histogram_quantile(0.5, foo_bucket)")).toEqual(["{} 1"]);
    expect(infos[0]).toContain("input to histogram_quantile needed to be fixed for monotonicity");
  });

  it("warns of buckets without a bound", async () => {
    const series = await load("1m", { foo: "1" });
    const { warnings } = await series.result("0", "histogram_quantile(0.5, foo)");

    expect(warnings).toEqual([
      'PromQL warning: bucket label "le" is missing or has a malformed value of "" for metric name "foo" (1:25)',
    ]);
  });
});

describe("functions that came after the peer here", () => {
  const series = load("1m", { 'foo{n="node-10"}': "1 5 3 3", 'foo{n="node-9"}': "4 2 2 8" });

  it.each([
    ["mad_over_time(foo[4m])", ['{n="node-10"} 1', '{n="node-9"} 1']],
    ["first_over_time(foo[4m])", ['foo{n="node-10"} 1', 'foo{n="node-9"} 4']],
    ["ts_of_first_over_time(foo[4m])", ['{n="node-10"} 0', '{n="node-9"} 0']],
    ["ts_of_last_over_time(foo[4m])", ['{n="node-10"} 180', '{n="node-9"} 180']],
    ["ts_of_max_over_time(foo[4m])", ['{n="node-10"} 60', '{n="node-9"} 180']],
    ["ts_of_min_over_time(foo[4m])", ['{n="node-10"} 0', '{n="node-9"} 120']],
    ["double_exponential_smoothing(foo[4m], 0.5, 0.5)", ['{n="node-10"} 5.75', '{n="node-9"} 3.75']],
    ['sort_by_label(foo, "n")', ['foo{n="node-9"} 8', 'foo{n="node-10"} 3']],
    ['sort_by_label_desc(foo, "n")', ['foo{n="node-10"} 3', 'foo{n="node-9"} 8']],
    ["limitk(1, foo)", ['foo{n="node-10"} 3']],
  ])("%s", async (query, expected) => {
    expect(await (await series).at("3m", query)).toEqual(expected);
  });
});

describe("a query that would cost too much", () => {
  const series = (limits = {}) => load("15s", { 'foo{a="1"}': "0+1x1000", 'foo{a="2"}': "0+1x1000" }, limits);

  it("is refused for its samples", async () => {
    const small = await series({ maxSamples: 3000 });

    await expect(small.over("1h", "15s", "rate(foo[1h])")).resolves.toHaveLength(2);
    await expect(small.over("4h", "5s", "rate(foo[1h])")).rejects.toMatchObject({ code: "too_many_samples" });
  });

  it.each(["vector(1)[100y:1ms]", "sum_over_time((1 + vector(1))[30000d:1s])", "foo[100000d:1ms]"])(
    "is refused before it takes memory: %s",
    async (query) => {
      await expect((await series()).at("1h", query)).rejects.toMatchObject({ code: "too_many_samples" });
    },
  );

  it("is refused for its steps", async () => {
    await expect((await series()).over("11001s", "1s", "1")).rejects.toMatchObject({ code: "too_many_steps" });
    await expect((await series()).over("11000s", "1s", "1")).resolves.toHaveLength(1);
  });

  it("is given up when its time is over", async () => {
    const slow = await series({ timeoutMs: 20 });

    await expect(slow.over("4h", "10s", "quantile_over_time(0.5, foo[4h])")).rejects.toMatchObject({ code: "timeout" });
  });

  it("is given up when the client goes", async () => {
    const gone = new AbortController();
    const slow = await series();
    const result = slow.result("4h", "max_over_time(quantile_over_time(0.5, foo[1h])[4h:1s])", gone.signal);
    setImmediate(() => gone.abort());

    await expect(result).rejects.toMatchObject({ code: "canceled" });
  });

  it("lets others have their turns meanwhile", async () => {
    let isDone = false;
    let turns = 0;
    const query = series().then((loaded) => loaded.at("4h", "max_over_time(quantile_over_time(0.5, foo[1h])[4h:1s])"));
    const done = query.then(() => {
      isDone = true;
    });
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    await done;

    expect(turns).toBeGreaterThan(5);
  });

  it("for a regular expression that others take for ever over is answered", async () => {
    const name = "x".repeat(20_000);
    const long = await load("1m", { [`foo{a="${name}"}`]: "1" });

    expect(await long.at("0", 'foo{a=~"(x+x+)+y"}')).toEqual([]);
    expect(await long.at("0", 'foo{a=~"(x+x+)+"}')).toHaveLength(1);
  });

  it("is refused when labels would grow without end", async () => {
    const query = Array.from({ length: 30 }).reduce<string>(
      (inner) => `label_join(${inner}, "a", "", "a", "a")`,
      "foo",
    );

    await expect((await series()).at("0", query)).rejects.toMatchObject({ code: "query_refused" });
  });
});
