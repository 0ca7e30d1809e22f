import { describe, expect, it } from "vitest";
import { fillInputs, readImport } from "./import.ts";

const read = (text: string) => readImport(JSON.parse(text), text);

describe("an imported dashboard", () => {
  it.each([
    ["bare", '{ "title": "CPU",  "n": 1.0 }'],
    ["in a resource", '{"kind":"Dashboard","metadata":{"name":"x"},"spec":{ "title": "CPU",  "n": 1.0 }}'],
    ["in the older form", '{"dashboard":{ "title": "CPU",  "n": 1.0 },"meta":{}}'],
    ["in both", '{"dashboard":{"metadata":{},"spec":{ "title": "CPU",  "n": 1.0 }}}'],
  ])("%s keeps its text letter by letter", (_form, text) => {
    expect(read(text).specText).toBe('{ "title": "CPU",  "n": 1.0 }');
  });

  it.each([
    ["its name as a resource", '{"metadata":{"name":"cpu-1"},"spec":{"title":"CPU","uid":"u"}}', "cpu-1"],
    ["its uid", '{"title":"CPU","uid":"rYdddlPWk"}', "rYdddlPWk"],
    ["its title when the uid cannot be a name", '{"title":"CPU & Memory","uid":"a/b"}', "cpu-memory"],
    ["its title when there is no uid", '{"title":"Node Exporter Full","uid":null}', "node-exporter-full"],
  ])("is called by %s", (_rule, text, name) => {
    expect(read(text).name).toBe(name);
  });

  it.each(["[]", "1", "{}", '{"title":""}', '{"title":7}', '{"dashboard":{}}', '{"metadata":{},"spec":{}}'])(
    "is not %s",
    (text) => {
      expect(() => read(text)).toThrow(expect.objectContaining({ code: "import_invalid" }));
    },
  );

  it.each([
    [
      "dashboard.grafana.app/v2",
      '{"apiVersion":"dashboard.grafana.app/v2","kind":"Dashboard","metadata":{},"spec":{"title":"A"}}',
    ],
    ["dashboard.grafana.app/v2", '{"dashboard":{"title":"A","elements":{},"layout":{}}}'],
    ["Folder", '{"apiVersion":"folder.grafana.app/v1","kind":"Folder","metadata":{},"spec":{"title":"A"}}'],
  ])("is not %s, which the refusal names", (name, text) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ code: "import_invalid", message: expect.stringContaining(`${name} is not supported`) }),
    );
  });

  it("names the values that it leaves open", () => {
    const { inputs } = read(
      '{"title":"CPU","__inputs":[{"name":"DS_PROM","type":"datasource","pluginId":"prometheus"},{"name":"VAR","type":"constant","value":"x"},7]}',
    );

    expect(inputs).toEqual([
      { name: "DS_PROM", kind: "datasource", hint: "prometheus" },
      { name: "VAR", kind: "constant", hint: "x" },
    ]);
  });

  it("gets the chosen values where it left them open, and nothing else of it changes", () => {
    const text = `{"title":"CPU","datasource":"\${DS_PROM}", "x":"\${other} $DS_PROM \${DS_PROM}","n":1.0}`;

    expect(fillInputs(text, new Map([["DS_PROM", 'my "ds" $&']]), 1000)).toBe(
      `{"title":"CPU","datasource":"my \\"ds\\" $&", "x":"\${other} $DS_PROM my \\"ds\\" $&","n":1.0}`,
    );
  });

  it("does not grow beyond what may be brought, however often a value stands in it", () => {
    const text = `{"title":"${"\u0024{A}".repeat(1000)}"}`;
    const values = new Map([["A", "x".repeat(10_000)]]);

    expect(() => fillInputs(text, values, 1_000_000)).toThrow(expect.objectContaining({ code: "body_too_large" }));
    expect(fillInputs(text, values, 11_000_000)).toHaveLength(10_000_012);
  });
});
