import { describe, expect, it } from "vitest";
import { missingLibraryPanels, unsupportedDocument, withLibraryPanels } from "./dashboard-document.ts";

describe("unsupportedDocument", () => {
  const spec = { title: "A", elements: { "panel-1": {} }, layout: { kind: "GridLayout" } };

  it.each([
    ["dashboard.grafana.app/v2", { apiVersion: "dashboard.grafana.app/v2", kind: "Dashboard", spec }],
    ["dashboard.grafana.app/v2beta1", { apiVersion: "dashboard.grafana.app/v2beta1", kind: "Dashboard", spec: {} }],
    ["dashboard.grafana.app/v2alpha1", { apiVersion: "dashboard.grafana.app/v2alpha1", spec: {} }],
    ["dashboard.grafana.app/v10", { apiVersion: "dashboard.grafana.app/v10", kind: "Dashboard" }],
    ["dashboard.grafana.app/v2", { apiVersion: "dashboard.grafana.app/v1", kind: "Dashboard", spec }],
    ["dashboard.grafana.app/v2", { metadata: {}, spec }],
    ["dashboard.grafana.app/v2", spec],
    ["Folder", { apiVersion: "folder.grafana.app/v1", kind: "Folder", spec: { title: "A" } }],
  ])("names %s", (name, document) => {
    expect(unsupportedDocument(document)).toBe(name);
  });

  it.each([
    { apiVersion: "dashboard.grafana.app/v0alpha1", kind: "Dashboard", spec: { title: "A", panels: [] } },
    { apiVersion: "dashboard.grafana.app/v1beta1", kind: "Dashboard", spec: {} },
    { apiVersion: "dashboard.vedette.app/v1", kind: "Dashboard", spec: {} },
    { title: "A", panels: [] },
    { title: "A", elements: [], layout: "none" },
    [],
    null,
  ])("accepts %j", (document) => {
    expect(unsupportedDocument(document)).toBeUndefined();
  });
});

describe("library panels", () => {
  const model = { type: "timeseries", title: "CPU", targets: [{ expr: "cpu" }], gridPos: { x: 0 }, id: 9 };
  const reference = { id: 1, gridPos: { x: 12 }, libraryPanel: { uid: "lib-1", name: "CPU" } };

  it.each([
    ["by uid", { "lib-1": { uid: "lib-1", kind: 1, model } }],
    ["in a list", [{ uid: "lib-1", model }]],
  ])("take their places from the elements %s", (_, elements) => {
    const document = { panels: [reference, { type: "row", panels: [reference] }], __elements: elements };

    expect(withLibraryPanels(document)["panels"]).toEqual([
      { ...model, ...reference },
      { type: "row", panels: [{ ...model, ...reference }] },
    ]);
    expect(missingLibraryPanels(document)).toEqual([]);
  });

  it("stay references where the document does not bring them", () => {
    const document = { panels: [reference, { ...reference, type: "stat" }], __elements: {} };

    expect(withLibraryPanels(document)).toBe(document);
    expect(missingLibraryPanels(document)).toEqual([{ uid: "lib-1", name: "CPU" }]);
  });
});
