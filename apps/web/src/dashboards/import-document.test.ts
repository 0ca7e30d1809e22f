import { describe, expect, it } from "vitest";
import { fillInputs, type ImportDocument, readImport } from "./import-document.ts";

function documentOf(text: string): ImportDocument {
  const reading = readImport(text);
  if (reading.kind === "fault") throw new TypeError(`refused: ${reading.fault} ${reading.detail}`);
  return reading.document;
}

describe("an imported dashboard", () => {
  const bare = `{ "title": "Checkout", "uid": "checkout", "big": 12345678901234567890, "10": 1, "2": 2, "panels": [] }`;

  it("stays letter by letter when it is a bare document", () => {
    expect(documentOf(bare).specText).toBe(bare);
  });

  it.each([
    ["a resource", `{"kind":"Dashboard","metadata":{"name":"a.b-1"},"spec":{"title":"A","uid":"x"}}`, "a.b-1"],
    ["the older API's answer", `{"meta":{},"dashboard":{"title":"A","uid":"x"}}`, "x"],
    ["a document without a name", `{"title":"A","uid":""}`, ""],
    ["a document whose name no address can hold", `{"title":"A","uid":"../etc"}`, ""],
  ])("may come as %s", (_, text, name) => {
    expect(documentOf(text)).toMatchObject({ title: "A", name });
  });

  it("counts the panels of closed rows too", () => {
    const text = `{"title":"A","panels":[{"type":"stat"},{"type":"row","panels":[{"type":"stat"},{"type":"text"}]}]}`;
    expect(documentOf(text).panelCount).toBe(3);
  });

  it.each([
    ["", "empty"],
    ["{", "syntax"],
    ["[1]", "not-an-object"],
    [`"text"`, "not-an-object"],
    [`{"kind":"DashboardList","items":[]}`, "a-list"],
    [`{"hello":1}`, "no-dashboard"],
    [`{"apiVersion":"dashboard.grafana.app/v2","kind":"Dashboard","metadata":{},"spec":{"title":"A"}}`, "unsupported"],
    [`{"apiVersion":"dashboard.grafana.app/v2beta1","kind":"Dashboard","spec":{"title":"A"}}`, "unsupported"],
    [`{"title":"A","elements":{},"layout":{"kind":"TabsLayout"}}`, "unsupported"],
    [`{"dashboard":{"title":"A","elements":{},"layout":{}}}`, "unsupported"],
    [`{"apiVersion":"folder.grafana.app/v1","kind":"Folder","metadata":{},"spec":{"title":"A"}}`, "unsupported"],
    [`{"panels":[]}`, "no-title"],
    [`{"title":7,"panels":[]}`, "no-title"],
  ])("%j is refused: %s", (text, fault) => {
    expect(readImport(text)).toMatchObject({ kind: "fault", fault });
  });
});

describe("a document of another kind", () => {
  it("is refused by its name", () => {
    expect(readImport(`{"apiVersion":"dashboard.grafana.app/v2alpha1","spec":{"title":"A"}}`)).toMatchObject({
      detail: "dashboard.grafana.app/v2alpha1",
    });
  });
});

describe("the library panels of an imported dashboard", () => {
  it("are named where the file does not contain them", () => {
    const document = (elements: string) =>
      documentOf(`{"title":"A","panels":[{"libraryPanel":{"uid":"l","name":"CPU"}}],"__elements":${elements}}`);

    expect(document("{}").missingLibraryPanels).toEqual([{ uid: "l", name: "CPU" }]);
    expect(document(`{"l":{"uid":"l","kind":1,"model":{"type":"stat"}}}`).missingLibraryPanels).toEqual([]);
  });
});

describe("the inputs of an imported dashboard", () => {
  const text = `{"__inputs":[{"name":"DS_PROM","label":"Prometheus","type":"datasource","pluginId":"prometheus"},
    {"name":"VAR_JOB","type":"constant","value":"api"}],"title":"A \${DS_PROM}","panels":[{"datasource":"\${DS_PROM}","n":1.50}]}`;

  it("are asked for", () => {
    expect(documentOf(text).inputs).toEqual([
      { name: "DS_PROM", kind: "datasource", hint: "prometheus", label: "Prometheus", description: "" },
      { name: "VAR_JOB", kind: "constant", hint: "api", label: "VAR_JOB", description: "" },
    ]);
  });

  it("are filled in, and nothing else changes", () => {
    const filled = fillInputs(text, new Map([["DS_PROM", `my "prom" $& $1`]]));
    expect(JSON.parse(filled)).toMatchObject({
      title: `A my "prom" $& $1`,
      panels: [{ datasource: `my "prom" $& $1`, n: 1.5 }],
    });
    expect(filled).toContain(`"n":1.50`);
  });
});
