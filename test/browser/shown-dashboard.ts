import type { Page } from "playwright-core";
import { type BrowserHouse, DASHBOARDS, post } from "./browser-house.ts";

/** A query that every store answers, without any series of its own. */
export const SINE = "sin(vector(time() / 300))";

export interface PanelJson {
  readonly id: number;
  readonly type: string;
  readonly [key: string]: unknown;
}

interface ShownDashboard {
  readonly name: string;
  readonly panels: readonly PanelJson[];
  /** Other members of the document. */
  readonly more?: object;
}

/** A page that shows a dashboard of these panels. */
export async function showing(house: BrowserHouse, { name, panels, more = {} }: ShownDashboard): Promise<Page> {
  const page = await house.adminPage();
  const spec = { title: `Sight of ${name}`, schemaVersion: 41, time: { from: "now-1h", to: "now" }, panels, ...more };
  await post(page, DASHBOARDS, { metadata: { name }, spec });
  await page.goto(`/d/${name}`);
  await page.locator(`[data-dashboard-uid="${name}"]`).waitFor();
  return page;
}

export const aChart = (id: number, more: object = {}): PanelJson => ({
  id,
  type: "timeseries",
  title: `Chart ${id}`,
  gridPos: { x: 0, y: (id - 1) * 8, w: 24, h: 8 },
  targets: [{ refId: "A", expr: SINE, legendFormat: "sine" }],
  ...more,
});

export const done = (page: Page, id: number) =>
  page.locator(`[data-panel-id="${id}"][data-panel-state="done"]`).waitFor();
