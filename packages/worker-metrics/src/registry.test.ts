import { describe, expect, it } from "vitest";
import { createRegistry } from "./index.ts";

describe("a registry", () => {
  it("writes counters, gauges and histograms as Prometheus reads them", () => {
    const registry = createRegistry();
    registry.counter("jobs_total", "Jobs done.", ["queue"]).bind({ queue: "mail" }).inc(2);
    registry.gauge("temperature", "Now.").bind().set(-1.5);
    const latency = registry.histogram("latency", "Time.", [], [0.1, 1]).bind();
    for (const seconds of [0.1, 0.2, 5]) latency.observe(seconds);

    expect(registry.expose()).toBe(
      [
        "# HELP jobs_total Jobs done.",
        "# TYPE jobs_total counter",
        'jobs_total{queue="mail"} 2',
        "# HELP temperature Now.",
        "# TYPE temperature gauge",
        "temperature -1.5",
        "# HELP latency Time.",
        "# TYPE latency histogram",
        'latency_bucket{le="0.1"} 1',
        'latency_bucket{le="1"} 2',
        'latency_bucket{le="+Inf"} 3',
        "latency_sum 5.3",
        "latency_count 3",
        "",
      ].join("\n"),
    );
  });
  it("escapes what would break a line", () => {
    const registry = createRegistry();
    registry.counter("a", "back\\slash\nline", ["x"]).bind({ x: '"\\\n\ud800' }).inc();

    expect(registry.expose()).toBe('# HELP a back\\\\slash\\nline\n# TYPE a counter\na{x="\\"\\\\\\n\ufffd"} 1\n');
  });
  it("writes labels that all series share, those that differ, and no labels alike", () => {
    const registry = createRegistry();
    const counter = registry.counter("a", "A.", ["w", "x", "y", "z"]);
    counter.bind({ w: '"', x: "1", y: "y", z: "z" }).inc();
    expect(registry.expose()).toContain('\na{w="\\"",x="1",y="y",z="z"} 1\n');
    counter.bind({ w: '"', x: "2", y: "y", z: "z" }).inc(2);
    expect(registry.expose()).toContain('\na{w="\\"",x="1",y="y",z="z"} 1\na{w="\\"",x="2",y="y",z="z"} 2\n');
    counter.bind({ w: "w", x: "2", y: "y", z: "\n" }).inc(3);

    expect(registry.expose()).toContain(
      '\na{w="\\"",x="1",y="y",z="z"} 1\na{w="\\"",x="2",y="y",z="z"} 2\na{w="w",x="2",y="y",z="\\n"} 3\n',
    );
  });
  it("leaves out a metric that has no series", () => {
    const registry = createRegistry();
    registry.counter("a", "A.", ["x"]);

    expect(registry.expose()).toBe("");
  });
  it("sorts series, so that two scrapes compare", () => {
    const registry = createRegistry();
    const counter = registry.counter("a", "A.", ["x"]);
    for (const x of ["c", "a", "b"]) counter.bind({ x }).inc();

    expect(registry.expose().match(/x="."/g)).toEqual(['x="a"', 'x="b"', 'x="c"']);
  });
  it("reads gauges that are told so just before it writes", () => {
    const registry = createRegistry();
    const gauge = registry.gauge("now", "Now.").bind();
    const stop = registry.onExpose(() => gauge.inc());

    expect(registry.expose()).toContain("now 1\n");
    stop();
    expect(registry.expose()).toContain("now 1\n");
  });
});

describe("a metric", () => {
  it("asked for twice is the same one", () => {
    const registry = createRegistry();

    expect(registry.counter("a", "A.", ["x"])).toBe(registry.counter("a", "A.", ["x"]));
  });
  it("asked for with other labels is refused", () => {
    const registry = createRegistry();
    registry.counter("a", "A.", ["x"]);

    expect(() => registry.counter("a", "A.", ["y"])).toThrow(/"a" is already written by a/);
  });
  it("cannot take a name that a histogram writes", () => {
    const registry = createRegistry();
    registry.histogram("a", "A.", [], [1]);

    expect(() => registry.counter("a_count", "A.")).toThrow(/already written by a/);
  });
  it.each(["", "1a", "a-b", "a b", "ä"])("cannot be called %j", (name) => {
    expect(() => createRegistry().counter(name, "A.")).toThrow(/not a metric name/);
  });
  it.each(["", "1a", "a-b", "__name__", "a:b"])("cannot have a label %j", (label) => {
    expect(() => createRegistry().counter("a", "A.", [label])).toThrow(/not a label name/);
  });
  it.each([[[]], [[1, 1]], [[2, 1]], [[Number.NaN]], [[Number.POSITIVE_INFINITY]]])(
    "cannot have the bounds %j",
    (bounds) => {
      expect(() => createRegistry().histogram("a", "A.", [], bounds)).toThrow(/bounds/);
    },
  );
  it.each([[{}], [{ x: "1", y: "2" }], [{ y: "1" }]])("refuses the labels %j", (labels) => {
    expect(() => createRegistry().counter("a", "A.", ["x"]).bind(labels)).toThrow(TypeError);
  });
  it("puts what comes after its limit into one series and says so once", () => {
    const overflows: string[] = [];
    const registry = createRegistry({ cardinalityLimit: 2, onOverflow: (name) => overflows.push(name) });
    const counter = registry.define({
      kind: "counter",
      name: "a",
      help: "A.",
      labelNames: ["x", "code"],
      closedLabels: ["code"],
    });
    for (const x of ["1", "2", "3", "4"]) counter.bind({ x, code: "OK" }).inc();

    expect(registry.expose()).toContain('a{x="1",code="OK"} 1\na{x="2",code="OK"} 1\na{x="_overflow_",code="OK"} 2\n');
    expect(overflows).toEqual(["a"]);
  });
  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("does not count %d", (amount) => {
    const registry = createRegistry();
    const counter = registry.counter("a", "A.").bind();

    expect(() => counter.inc(amount)).toThrow(RangeError);
    expect(registry.expose()).toContain("a 0\n");
  });
});
