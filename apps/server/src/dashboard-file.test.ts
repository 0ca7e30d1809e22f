import { describe, expect, it } from "vitest";
import { fillInput, readDashboardFile } from "./dashboard-file.ts";
import { CommandError } from "./start-failure.ts";

describe("a dashboard file", () => {
  it.each([
    [
      "bare",
      '{"title":"Fleet","uid":"fleet-1","panels":[]}',
      "fleet-1",
      '{"title":"Fleet","uid":"fleet-1","panels":[]}',
    ],
    ["without a uid", '{"title":"Fleet: Überblick"}', "fleet-u-berblick", '{"title":"Fleet: Überblick"}'],
    ["a resource", '{"metadata":{"name":"f"},"spec":{"title":"Fleet"}}', "f", '{"title":"Fleet"}'],
    ["an export", '{"dashboard":{"title":"Fleet","uid":"f2"},"meta":{}}', "f2", '{"title":"Fleet","uid":"f2"}'],
  ])("can be %s", (_form, text, name, specText) => {
    expect(readDashboardFile("fleet.json", text)).toMatchObject({ name, specText });
  });

  it("keeps the text of a bare dashboard as it is, order of keys and numbers included", () => {
    const text = '{ "title": "x", "10": 1.0, "2": null }';

    expect(readDashboardFile("x.json", text).specText).toBe(text);
  });

  it("names the data sources that it leaves open, and takes one in their place", () => {
    const file = readDashboardFile(
      "x.json",
      '{"title":"x","__inputs":[{"name":"DS_A","type":"datasource"}],"ds":"${DS_A}"}',
    );

    expect(file.dataSourceInputs).toEqual(["DS_A"]);
    expect(fillInput(file.specText, "DS_A", 'my"source')).toContain('"ds":"my\\"source"');
  });

  it.each(["", "{", "[]", "{}", '{"title":5}'])("is refused when it is %j", (text) => {
    expect(() => readDashboardFile("x.json", text)).toThrow(CommandError);
  });
});
