import { describe, expect, it } from "vitest";
import { texts } from "../account/messages.ts";
import { consentMessages } from "../consent/messages.ts";
import { dashboardMessages } from "../dashboard/messages.ts";
import { importMessages } from "../dashboards/import-messages.ts";
import { dataSourceMessages } from "../data-sources/messages.ts";
import { editingMessages } from "../editing/messages.ts";
import { exploreMessages } from "../explore/messages.ts";
import { shortcutMessages } from "../help/messages.ts";
import { inboxMessages } from "../inbox/messages.ts";
import { wallMessages } from "../wall/messages.ts";
import { GERMAN } from "./de/german.ts";
import { messages } from "./en.ts";

const ENGLISH = {
  main: messages,
  dashboard: dashboardMessages,
  editing: editingMessages,
  explore: exploreMessages,
  account: texts,
  import: importMessages,
  shortcuts: shortcutMessages,
  wall: wallMessages,
  dataSources: dataSourceMessages,
  inbox: inboxMessages,
  consent: consentMessages,
};

/** Paths of all texts. */
function pathsOf(texts: unknown, path = ""): string[] {
  if (typeof texts !== "object" || texts === null || Array.isArray(texts)) return [path];
  return Object.entries(texts).flatMap(([member, text]) => pathsOf(text, `${path}.${member}`));
}

/** The same in both languages, or a name. */
const ALIKE =
  /^\.(main\.(product|frame\.dashboards|people\.roles\.\w+)|dashboard\.(variable\.(more|failed)|time\.typeHint|page\.json)|(editing|explore)\.placeholder)$/;

describe("the German texts", () => {
  it("are there for every English one", () => {
    const german = new Set(pathsOf(GERMAN));

    expect(pathsOf(ENGLISH).filter((path) => !german.has(path) && !ALIKE.test(path))).toEqual([]);
  });

  it("are texts of something", () => {
    const english = new Set(pathsOf(ENGLISH));

    expect(pathsOf(GERMAN).filter((path) => !english.has(path))).toEqual([]);
  });
});
