import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { drawDashboard } from "../apps/web/src/picture/draw-dashboard.ts";
import { readDashboardQueries } from "../services/resources/src/walls/dashboard-queries.ts";
import { askableSources, MeantSources } from "../services/resources/src/walls/meant-sources.ts";
import { askingOf } from "../services/resources/src/walls/wall-question.ts";

const FIXTURES = join(import.meta.dirname, "../services/resources/test/fixtures");
const SOURCES = [
  { uid: "q", name: "Q", type: "prometheus", isDefault: false },
  { uid: "p", name: "P", type: "prometheus", isDefault: true },
];

/** Answers that give every variable some values, odd ones among them. */
function answerTo(path: string): unknown {
  if (path.startsWith("label")) return ["a.b", 'c"d', "e-1"];
  if (path === "series") return [{ __name__: "x", job: "a", namespace: "b" }];
  return { resultType: "vector", result: [{ metric: { job: "a" }, value: [1, "1"] }] };
}

function panelIds(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(panelIds);
  if (typeof value !== "object" || value === null) return [];
  const id: unknown = Reflect.get(value, "id");
  const own = Array.isArray(Reflect.get(value, "targets")) && id !== undefined ? [String(id)] : [];
  return [...own, ...Object.values(value).flatMap(panelIds)];
}

const files = readdirSync(FIXTURES).filter((name) => name.endsWith(".json"));

it.each(files)("a wall may ask everything that the page of %s asks", async (file) => {
  const document = JSON.parse(readFileSync(join(FIXTURES, file), "utf8"));
  const reading = readDashboardQueries(document);
  const meant = await new MeantSources().of("1", reading, askableSources(SOURCES));
  const asking = askingOf([{ reading, meant }], SOURCES);
  const refused: string[] = [];
  let asked = 0;
  const ask: Parameters<typeof drawDashboard>[0]["ask"] = async ({ base, path, parameters }) => {
    const [, label] = /^label\/(.+)\/values$/.exec(path) ?? [];
    const endpoint = label === undefined ? path : "label/:name/values";
    const source = base.split("/").at(-1) ?? "";
    asked += 1;
    if (!asking.asks({ source, endpoint, label, parameters })) refused.push(`${path} ${JSON.stringify(parameters)}`);
    return answerTo(path);
  };
  const askAnnotations = async () => [];
  const look = { askAnnotations, width: 800, height: 600, theme: "dark", now: Date.UTC(2026, 0, 1) } as const;
  for (const panel of panelIds(document)) await drawDashboard({ document, sources: SOURCES, ask, panel, ...look });

  expect(asked).toBeGreaterThan(20);
  expect(refused).toEqual([]);
});
