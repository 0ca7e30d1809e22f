import type { Page } from "playwright-core";
import { expect } from "vitest";
import { DASHBOARDS, post } from "./browser-house.ts";

export interface Stored {
  readonly metadata: {
    readonly name: string;
    readonly resourceVersion: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: {
    readonly title: string;
    readonly panels: readonly Record<string, unknown>[];
    readonly templating?: { readonly list: readonly { readonly name: string }[] };
  };
}

export const PANEL = {
  id: 7,
  type: "stat",
  title: "Alive",
  gridPos: { x: 0, y: 0, w: 12, h: 8 },
  datasource: { type: "prometheus", uid: "vedette" },
  targets: [{ refId: "A", expr: "sum(up)" }],
};

export async function aDashboard(page: Page, title: string): Promise<Stored> {
  const spec = { title, schemaVersion: 41, time: { from: "now-1h", to: "now" }, panels: [PANEL] };
  return (await post(page, DASHBOARDS, { metadata: { generateName: "edit-" }, spec })) as Stored; // of our own server
}

export async function stored(page: Page, name: string): Promise<Stored> {
  return (await (await page.request.get(`${DASHBOARDS}/${name}`)).json()) as Stored;
}

/** The field of a query once the editor is there. */
export const queryField = (page: Page, letter = "A") => page.locator(`.cm-content[aria-label="Query ${letter}"]`);

export async function typeQuery(page: Page, text: string): Promise<void> {
  const field = queryField(page);
  await field.click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

/** Waits until a draft that holds this text is on the disk: drafts are written so that reading one proves it. */
export async function isKept(page: Page, text: string): Promise<void> {
  const drafts = () =>
    page.evaluate(async () => {
      const opening = indexedDB.open("vedette", 1);
      const database = await new Promise<IDBDatabase | undefined>((resolve) => {
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => resolve(undefined);
      });
      if (database?.objectStoreNames.contains("drafts") !== true) return "";
      const reading = database.transaction("drafts").objectStore("drafts").getAll();
      const found = await new Promise<unknown>((resolve) => {
        reading.onsuccess = () => resolve(reading.result);
        reading.onerror = () => resolve([]);
      });
      database.close();
      return JSON.stringify(found);
    });
  await expect.poll(drafts, { timeout: 20_000 }).toContain(text);
}
