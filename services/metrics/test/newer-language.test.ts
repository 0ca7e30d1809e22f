import { describe, expect, it } from "vitest";
import { load } from "./load.ts";

/** The value of the only series of an answer, rounded as far as floats agree. */
function only(answer: readonly string[]): number | undefined {
  const text = answer[0]?.split(" ").at(-1);
  return text === undefined ? undefined : Number(Number(text).toFixed(9));
}

describe("a computed length", () => {
  it.each([
    "26m+4m",
    "1800",
    "60*30",
    "2m*(10+5)",
    "24m+((1.5*2m)+2m)",
    "-5m+35m",
    "1h/2",
    "1h30m % 1h",
    "30m1s-30m1s % 1m",
    "max_of(30m, 3)",
    "min_of(1h, 30m)",
  ])("[%s] is half an hour", async (length) => {
    const series = await load("5m", { foo: "1 2 3 0 1 0 0 1 2 0" });

    expect(await series.at("50m", `changes(foo[${length}])`)).toEqual(["{} 3"]);
  });

  it("stands in subqueries and behind offset", async () => {
    const series = await load("10s", { foo: "0+1x1000" });

    expect(await series.at("1000s", "sum_over_time(foo[29s+1s:5s+5s])")).toEqual(["{} 297"]);
    expect(await series.at("1000s", "foo offset (100 + 2)")).toEqual(["foo 89"]);
    expect(await series.at("1000s", "foo offset 100 + 2")).toEqual(["{} 92"]);
    expect(await series.at("1002s", "foo offset 2 ^ 2")).toEqual(["{} 10000"]);
    expect(await series.at("1000s", "foo offset (-2 ^ 2)")).toEqual(["foo 100"]);
  });

  it("may depend on the step and the range of the query", async () => {
    const series = await load("1s", { foo: "0+1x100" });

    expect(await series.over("20s", "10s", "count_over_time(foo[step()+1ms])")).toEqual(["{} 1 11 11"]);
    expect(await series.over("20s", "10s", "count_over_time(foo[1+(STep()-5)*2])")).toEqual(["{} 1 11 11"]);
    expect(await series.over("20s", "10s", "foo offset range()")).toEqual(["foo _ _ 0"]);
    expect(await series.at("50s", "foo offset range()")).toEqual(["foo 50"]);
    await expect(series.at("50s", "foo[step()]")).rejects.toThrow("duration must be greater than 0");
  });
});

describe("functions about the query", () => {
  it("tell its start, end, range and step", async () => {
    const series = await load("1m", { foo: "1" });

    expect(await series.over("2m", "1m", "start()")).toEqual(["{} 0 0 0"]);
    expect(await series.over("2m", "1m", "end() - range()")).toEqual(["{} 0 0 0"]);
    expect(await series.over("2m", "1m", "step()")).toEqual(["{} 60 60 60"]);
    expect(await series.at("2m", "step() + range()")).toEqual(["0"]);
  });

  it("give the greater and the lesser of two scalars", async () => {
    const series = await load("1m", { foo: "1" });

    expect(await series.over("2m", "1m", "max_of(time(), 60)")).toEqual(["{} 60 60 120"]);
    expect(await series.over("2m", "1m", "min_of(time(), 60)")).toEqual(["{} 0 60 60"]);
    expect(await series.at("0", "max_of(Inf, NaN)")).toEqual(["+Inf"]);
    expect(await series.at("0", "min_of(1, NaN)")).toEqual(["NaN"]);
  });
});

describe("edges of a range", () => {
  const growing = { foo: "1+1x4 9+1x4" };

  it.each([
    ["5s", 0, 0.333333333],
    ["20s", 1, 1.333333333],
    ["50s", 3, 3.333333333],
    ["65s", 4, 5],
    ["80s", 7, 7],
    ["125s", 7, 6],
  ])(
    "at %s a counter grew by %d where they are anchored, by %d where they are smoothed",
    async (time, anchored, smoothed) => {
      const series = await load("15s", growing);

      expect(only(await series.at(time, "increase(foo[1m] anchored)"))).toBe(anchored);
      expect(only(await series.at(time, "increase(foo[1m] smoothed)"))).toBe(smoothed);
    },
  );

  it("leave the sample at their older end out", async () => {
    const series = await load("1m", { foo: "1 2 _ 4 5" });

    expect(await series.at("2m", "increase(foo[1m] smoothed)")).toEqual(["{} 1"]);
    expect(await series.at("2m", "increase(foo[1m] anchored)")).toEqual([]);
  });

  it("know a counter that begins again, and a gauge that falls", async () => {
    const series = await load("1m", { 'foo{id="1"}': "5+3x2 3+3x6", 'foo{id="2"}': "9 8 5 4" });

    expect(await series.at("3m", 'delta(foo{id="1"}[1m] anchored)')).toEqual(['{id="1"} -8']);
    expect(await series.at("5m", 'increase(foo{id="1"}[5m] anchored)')).toEqual(['{id="1"} 15']);
    expect(await series.at("135s", 'increase(foo{id="2"}[2m] smoothed)')).toEqual(['{id="2"} 12']);
  });

  it("draw a smoothed counter up from zero where it began again", async () => {
    const series = await load("15s", { foo: "100 10" });

    expect(only(await series.at("12s", "rate(foo[10s] smoothed)"))).toBeCloseTo(2 / 3, 9);
  });

  it("count changes and resets from the sample before", async () => {
    const series = await load("1m", { foo: "2 _ 1 _ _ _ _ _ 0", bar: "99-1x10" });

    expect(await series.at("2m", "changes(foo[1m] anchored)")).toEqual(["{} 1"]);
    expect(await series.at("8m", "changes(foo[1m] anchored)")).toEqual(["{} 0"]);
    expect(await series.at("5m30s", "resets(bar[5m] anchored)")).toEqual(["{} 5"]);
  });

  it("show a sample at each of them when the range is asked for by itself", async () => {
    const series = await load("15s", growing);

    expect(await series.at("20s", "foo[10s] anchored")).toEqual(["foo 1@10 2@15 2@20"]);
    expect(await series.at("20s", "foo[10s] smoothed")).toEqual([`foo ${1 + 2 / 3}@10 2@15 ${2 + 1 / 3}@20`]);
  });

  it.each([
    ["deriv(foo[3m] smoothed)", "smoothed modifier can only be used with: delta, increase, rate - not with deriv"],
    ["resets(foo[3m] smoothed)", "smoothed modifier can only be used with: delta, increase, rate - not with resets"],
    [
      "max_over_time(foo[3m] anchored)",
      "anchored modifier can only be used with: changes, delta, increase, rate, resets - not with max_over_time",
    ],
  ])("%s is refused", async (query, message) => {
    const series = await load("1m", {});

    await expect(series.at("1m", query)).rejects.toThrow(message);
  });

  it("of an instant selector lie on the line between two samples", async () => {
    const series = await load("10s", { foo: "1+1x10", again: "1+1x4 1+1x5" });

    expect(await series.at("15s", "foo smoothed")).toEqual(["foo 2.5"]);
    expect(await series.at("105s", "foo smoothed")).toEqual(["foo 11"]);
    expect(await series.at("45s", "again smoothed")).toEqual(["again 3"]);
  });
});

describe("fill", () => {
  const sides = {
    'left{label="a"}': "10",
    'left{label="b"}': "20",
    'left{label="c"}': "30",
    'right{label="a"}': "100",
    'right{label="b"}': "200",
    'right{label="d"}': "400",
  };

  it.each([
    ["left + fill(0) right", ['{label="a"} 110', '{label="b"} 220', '{label="c"} 30', '{label="d"} 400']],
    ["left + fill_left(0) right", ['{label="a"} 110', '{label="b"} 220', '{label="d"} 400']],
    ["left + fill_right(0) right", ['{label="a"} 110', '{label="b"} 220', '{label="c"} 30']],
    [
      "left + fill_left(5) fill_right(7) right",
      ['{label="a"} 110', '{label="b"} 220', '{label="c"} 37', '{label="d"} 405'],
    ],
    ["left == fill(30) right", ['left{label="c"} 30']],
    ["left != fill(30) right", ['left{label="a"} 10', 'left{label="b"} 20', '{label="d"} 30']],
    ["left > bool fill(25) right", ['{label="a"} 0', '{label="b"} 0', '{label="c"} 1', '{label="d"} 0']],
    ["left + fill_right(1) missing", ['{label="a"} 11', '{label="b"} 21', '{label="c"} 31']],
    ["left + fill_left(1) missing", []],
  ])("%s", async (query, expected) => {
    const series = await load("5m", sides);

    expect((await series.at("0", query)).sort()).toEqual([...expected].sort());
  });

  it("works step by step", async () => {
    const series = await load("5m", {
      'left{label="a"}': "1 stale 3 stale 5",
      'right{label="a"}': "stale 200 stale 400 stale",
      'right{label="c"}': "1000 stale stale 4000 5000",
    });

    expect(await series.over("20m", "5m", "left + fill(0) right")).toEqual([
      '{label="a"} 1 200 3 400 5',
      '{label="c"} 1000 _ _ 4000 5000',
    ]);
    expect(await series.over("20m", "5m", "left + fill_right(0) right")).toEqual(['{label="a"} 1 _ 3 _ 5']);
  });

  it("gives a group without its many a series of its own", async () => {
    const series = await load("5m", {
      'requests{method="GET",status="200"}': "100",
      'requests{method="POST",status="200"}': "200",
      'limits{status="200",owner="a"}': "1000",
      'limits{status="404",owner="b"}': "500",
    });

    expect(await series.at("0", "requests + on(status) group_left fill(0) limits")).toEqual([
      '{method="GET", status="200"} 1100',
      '{method="POST", status="200"} 1200',
      '{status="404"} 500',
    ]);
    expect(await series.at("0", "limits * on(status) group_right(owner) fill_right(2) requests")).toEqual([
      '{method="GET", owner="a", status="200"} 100000',
      '{method="POST", owner="a", status="200"} 200000',
      '{owner="b", status="404"} 1000',
    ]);
  });
});

describe("info", () => {
  const described = {
    'metric{instance="a",job="1",label="value"}': "0 1 2",
    'other{instance="a",job="2"}': "0 1 2",
    'overlapping{instance="a",job="1",data="base"}': "0 1 2",
    'target_info{instance="a",job="1",data="info",more="another"}': "1 1 1",
    'build_info{instance="a",job="1",build="x"}': "1 1 1",
  };

  it.each([
    ["info(metric)", 'metric{data="info", instance="a", job="1", label="value", more="another"} 0 1 2'],
    ['info(metric, {data=~".+"})', 'metric{data="info", instance="a", job="1", label="value"} 0 1 2'],
    ['info(metric, {missing=~".*"})', 'metric{instance="a", job="1", label="value"} 0 1 2'],
    ["info(other)", 'other{instance="a", job="2"} 0 1 2'],
    ["info(overlapping)", 'overlapping{data="base", instance="a", job="1", more="another"} 0 1 2'],
    ['info(overlapping, {data="info"})', 'overlapping{data="base", instance="a", job="1"} 0 1 2'],
    ['info(metric, {__name__="build_info"})', 'metric{build="x", instance="a", job="1", label="value"} 0 1 2'],
    ['info(metric, {__name__!="target_info"})', 'metric{build="x", instance="a", job="1", label="value"} 0 1 2'],
    ['info(build_info, {__name__=~".+_info"})', 'build_info{build="x", instance="a", job="1"} 1 1 1'],
  ])("%s", async (query, expected) => {
    const series = await load("5m", described);

    expect(await series.over("10m", "5m", query)).toEqual([expected]);
  });

  it("leaves out what has none of the labels that are demanded", async () => {
    const series = await load("5m", described);

    expect(await series.at("5m", 'info(metric, {missing=~".+"})')).toEqual([]);
    expect(await series.at("5m", 'info(metric, {__name__!~".+_info",data=~".+"})')).toEqual([]);
  });

  it("follows what changes meanwhile, the newest sample counts", async () => {
    const series = await load("5m", {
      'metric{instance="a",job="1"}': "0 1 2",
      'target_info{instance="a",job="1",data="old"}': "1 1 stale",
      'target_info{instance="a",job="1",data="new"}': "_ _ 1",
    });

    expect(await series.over("10m", "5m", "info(metric)")).toEqual([
      'metric{data="new", instance="a", job="1"} _ _ 2',
      'metric{data="old", instance="a", job="1"} 0 1 _',
    ]);
  });

  it("refuses metrics that contradict each other", async () => {
    const series = await load("1m", {
      'metric{instance="a",job="1"}': "1",
      'target_info{instance="a",job="1",x="one"}': "1",
      'build_info{instance="a",job="1",x="other"}': "1",
    });

    await expect(series.at("0", 'info(metric, {__name__=~".+_info"})')).rejects.toThrow("conflicting label: x");
  });
});

describe("limit_ratio", () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`foo{id="${at}"}`, "1 2"]));

  it("takes about that share of the series, the rest with the negative rest to one", async () => {
    const series = await load("5m", many);
    const some = await series.at("5m", "limit_ratio(0.3, foo)");
    const others = await series.at("5m", "limit_ratio(-0.7, foo)");

    expect(some.length).toBeGreaterThan(30);
    expect(some.length).toBeLessThan(90);
    expect([...some, ...others].sort()).toEqual((await series.at("5m", "foo")).sort());
    expect(await series.at("5m", "limit_ratio(0, foo)")).toEqual([]);
  });

  it("caps a share beyond one, and says so", async () => {
    const series = await load("5m", { foo: "1" });
    const { warnings } = await series.result("0", "limit_ratio(1.1, foo)");

    expect(await series.at("0", "limit_ratio(1.1, foo)")).toEqual(["foo 1"]);
    expect(warnings).toEqual(["PromQL warning: ratio value should be between -1 and 1, got 1.1, capping to 1 (1:13)"]);
  });
});

describe("experimental parts", () => {
  it.each([
    ["info(foo)", "function info()"],
    ["limitk(1, foo)", "aggregation limitk()"],
    ["rate(foo[5m] anchored)", "modifier anchored"],
    ["foo + fill(0) foo", "modifier fill()"],
    ["foo[1m+1m]", "arithmetic of durations"],
    ["foo </ 1", "operator </"],
  ])("%s is refused where they are off", async (query, part) => {
    const on = await load("1m", { foo: "1" });
    const off = await load("1m", { foo: "1" }, { isExperimentalOn: false });

    await expect(on.at("0", query)).resolves.toBeDefined();
    await expect(off.at("0", query)).rejects.toThrow(`${part} is experimental, and metrics.query.experimental is off`);
    await expect(off.at("0", "rate(foo[5m])")).resolves.toBeDefined();
  });
});
