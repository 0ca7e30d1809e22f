import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** Which folder may import which other one's front door; the floors of the house. */
const ALLOWED: ReadonlyMap<string, readonly string[]> = new Map([
  ["platform", ["platform", "packages"]],
  ["packages", ["packages"]],
  ["services", ["platform", "packages"]],
  ["apps", ["platform", "packages", "services", "apps"]],
]);

/** The only ways from one service to another. */
const BETWEEN_SERVICES: ReadonlySet<string> = new Set([
  "identity → delivery",
  "resources → identity",
  "metrics → identity",
]);

/** Doors beside the front door. Those into a service are its settings alone, which are read before its code is loaded. */
const SIDE_DOORS: ReadonlySet<string> = new Set([
  "chart/core",
  "chart/react",
  "client/ad-hoc-filter",
  "client/dashboard-document",
  "client/label-name",
  "client/variable-query",
  "client/failure-code",
  "client/hooks",
  "client/expression-query",
  "client/playlist-interval",
  "client/clock-difference",
  "client/link-target",
  "client/query-patience",
  "database/open",
  "database/settings",
  "database/testing",
  "http/testing",
  "delivery/settings",
  "delivery/testing",
  "http/log",
  "http/settings",
  "identity/settings",
  "metrics/settings",
  "resources/settings",
  "ui/check",
  "ui/element",
]);

/** Rooms whose files import each other in circles, by types alone or by tables; no other room may. */
const WITH_CIRCLES: ReadonlySet<string> = new Set([
  "database",
  "identity",
  "resources",
  "server",
  "web",
  "window",
  "worker-metrics",
]);

interface Import {
  readonly file: string;
  readonly floor: string;
  readonly room: string;
  readonly specifier: string;
}

const floorByRoom = new Map(
  [...ALLOWED.keys()].flatMap((floor) =>
    readdirSync(join(ROOT, floor), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => [entry.name, floor] as const),
  ),
);

function importsOf(floor: string, room: string): Import[] {
  const folder = join(ROOT, floor, room);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.(ts|tsx|mts)$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file),
  );
  return files.flatMap((file) => readImports({ floor, room, file }, readFileSync(join(folder, file), "utf8")));
}

function readImports(where: Omit<Import, "specifier">, text: string): Import[] {
  return [
    ...text.matchAll(/(?:^|\n)\s*(?:import|export)\b[^;"']*?["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)/g),
  ].map((match) => ({
    ...where,
    specifier: match[1] ?? match[2] ?? "",
  }));
}

/** @returns why the import is not allowed, or `undefined` */
function refusal({ floor, room, file, specifier }: Import): string | undefined {
  const name = /^@vedette\/([^/]+)(\/.*)?$/.exec(specifier);
  const isTest = /\.test\.tsx?$|^test\/|\/test\/|^testing/.test(file);
  if (name === null) return leavesRoom(file, specifier) ? "reaches into another room by a path" : undefined;
  const [, target = "", deep = ""] = name;
  const targetFloor = floorByRoom.get(target);
  if (targetFloor === undefined) return "is no room of the house";
  if (deep !== "" && !deep.endsWith(".css") && !SIDE_DOORS.has(`${target}${deep}`)) return "goes past the front door";
  if (target === room) return undefined;
  if (floor === "services" && targetFloor === "services") {
    return isTest || BETWEEN_SERVICES.has(`${room} → ${target}`) ? undefined : "is a service this one may not reach";
  }
  return isTest || ALLOWED.get(floor)?.includes(targetFloor) ? undefined : `stands on a higher floor (${targetFloor})`;
}

/** Whether a way leads from somewhere back to itself. */
function isOnCircle(start: string, doors: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const reached = new Set(doors.get(start));
  // The set grows while it is walked.
  for (const at of reached) for (const next of doors.get(at) ?? []) reached.add(next);
  return reached.has(start);
}

/** A relative import that climbs out of its own workspace. */
function leavesRoom(file: string, specifier: string): boolean {
  if (!specifier.startsWith("../")) return false;
  const depth = file.split("/").length - 1;
  const climbs = specifier.split("/").filter((part) => part === "..").length;
  return climbs > depth;
}

describe("the house", () => {
  const rooms = [...floorByRoom].map(([room, floor]) => ({ room, floor }));
  const imports = rooms.flatMap(({ room, floor }) => importsOf(floor, room));

  it("has rooms with doors between them", () => {
    expect(rooms.length).toBeGreaterThanOrEqual(11);
    expect(imports.filter(({ specifier }) => specifier.startsWith("@vedette/")).length).toBeGreaterThan(20);
  });

  it("has no door but those of its plan", () => {
    const refused = imports.flatMap((line) => {
      const reason = refusal(line);
      return reason === undefined ? [] : [`${line.floor}/${line.room}/${line.file}: ${line.specifier} ${reason}`];
    });

    expect(refused).toEqual([]);
  });

  it("has no circle among platform and packages", () => {
    const doors = new Map(rooms.filter(({ floor }) => floor !== "apps").map(({ room }) => [room, new Set<string>()]));
    for (const { room, specifier, file } of imports) {
      const target = /^@vedette\/([^/]+)$/.exec(specifier)?.[1];
      if (target !== undefined && target !== room && !/\.test\.tsx?$|^test\//.test(file)) doors.get(room)?.add(target);
    }

    expect([...doors.keys()].filter((room) => isOnCircle(room, doors))).toEqual([]);
  });

  it("has no circle among the files of a room, but in those that have one still", () => {
    const doors = new Map<string, Set<string>>();
    for (const { floor, room, file, specifier } of imports) {
      if (!file.startsWith("src/") || !specifier.startsWith(".") || WITH_CIRCLES.has(room)) continue;
      const from = join(floor, room, file);
      doors.set(from, (doors.get(from) ?? new Set()).add(join(dirname(from), specifier)));
    }

    expect(doors.size).toBeGreaterThan(200);
    expect([...doors.keys()].filter((file) => isOnCircle(file, doors))).toEqual([]);
  });

  it.each([
    ["platform/http/src/x.ts", "@vedette/identity"],
    ["packages/chart/src/x.ts", "@vedette/settings"],
    ["services/delivery/src/x.ts", "@vedette/identity"],
    ["services/metrics/src/x.ts", "@vedette/resources"],
    ["services/identity/src/x.ts", "@vedette/delivery/src/queue.ts"],
    ["services/identity/src/x.ts", "../../delivery/src/index.ts"],
    ["apps/web/src/x.ts", "@vedette/cellar"],
  ])("refuses that %s imports %s", (path, specifier) => {
    const [floor = "", room = "", ...rest] = path.split("/");

    expect(refusal({ floor, room, file: rest.join("/"), specifier })).toBeDefined();
  });

  it.each([
    ["services/identity/src/x.ts", "@vedette/delivery"],
    ["services/resources/src/x.ts", "@vedette/http"],
    ["services/resources/src/routes/x.ts", "../objects/store.ts"],
    ["apps/server/src/x.ts", "@vedette/resources"],
  ])("allows that %s imports %s", (path, specifier) => {
    const [floor = "", room = "", ...rest] = path.split("/");

    expect(refusal({ floor, room, file: rest.join("/"), specifier })).toBeUndefined();
  });
});
