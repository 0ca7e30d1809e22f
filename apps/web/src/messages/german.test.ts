import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { texts as access } from "../access/messages.ts";
import { providerTexts } from "../access/provider-messages.ts";
import { texts } from "../account/messages.ts";
import { texts as audit } from "../audit/messages.ts";
import { consentMessages } from "../consent/messages.ts";
import { annotateMessages } from "../dashboard/annotate/messages.ts";
import { dashboardMessages } from "../dashboard/messages.ts";
import { REDUCER_NAMES } from "../dashboard/model/field/reducer.ts";
import { folderTexts } from "../dashboards/folder-messages.ts";
import { importMessages } from "../dashboards/import-messages.ts";
import { starTexts } from "../dashboards/star-messages.ts";
import { dataSourceMessages } from "../data-sources/messages.ts";
import { editingMessages } from "../editing/messages.ts";
import { panelOptionTexts } from "../editing/panel-options.ts";
import { exploreMessages } from "../explore/messages.ts";
import { frameTexts } from "../frame/messages.ts";
import { componentsMessages } from "../help/components-messages.ts";
import { guideTexts } from "../help/guides/messages.ts";
import { shortcutMessages } from "../help/messages.ts";
import { homeTexts } from "../home/messages.ts";
import { inboxMessages } from "../inbox/messages.ts";
import { texts as people } from "../people/messages.ts";
import { itemTexts, playlistTexts } from "../playlists/messages.ts";
import { builderTexts } from "../query/builder-messages.ts";
import { texts as settings } from "../settings/messages.ts";
import { setUpTexts } from "../setup/messages.ts";
import { stepTexts } from "../setup/step-messages.ts";
import { linkTexts } from "../sign-in/link-messages.ts";
import { walletTexts } from "../sign-in/wallet-messages.ts";
import { snapshotTexts } from "../snapshots/messages.ts";
import { wallMessages } from "../wall/messages.ts";
import { texts as walls } from "../walls/messages.ts";
import { texts as workers } from "../workers/messages.ts";
import { GERMAN } from "./de/german.ts";
import { GERMAN_LATER } from "./de/german-later.ts";
import { messages } from "./en.ts";

const ENGLISH = {
  main: messages,
  dashboard: dashboardMessages,
  annotate: annotateMessages,
  editing: editingMessages,
  explore: exploreMessages,
  builder: builderTexts,
  account: texts,
  home: homeTexts,
  import: importMessages,
  setUp: setUpTexts,
  setUpSteps: stepTexts,
  shortcuts: shortcutMessages,
  settings,
  snapshots: snapshotTexts,
  star: starTexts,
  wall: wallMessages,
  walls,
  access,
  identityProviders: providerTexts,
  audit,
  components: componentsMessages,
  folders: folderTexts,
  guides: guideTexts,
  panelOptions: panelOptionTexts,
  people,
  playlistItem: itemTexts,
  playlists: playlistTexts,
  workers,
  dataSources: dataSourceMessages,
  inbox: inboxMessages,
  consent: consentMessages,
  frame: frameTexts,
  link: linkTexts,
  wallets: walletTexts,
  reducers: REDUCER_NAMES,
};

/** Paths of all texts. */
function pathsOf(texts: unknown, path = ""): string[] {
  if (typeof texts !== "object" || texts === null || Array.isArray(texts)) return [path];
  return Object.entries(texts).flatMap(([member, text]) => pathsOf(text, `${path}.${member}`));
}

/** The same in both languages, or a name. */
const ALIKE =
  /^\.(main\.(product|frame\.dashboards)|dashboard\.(variable\.(more|failed)|time\.typeHint|page\.json)|(editing|explore)\.placeholder|workers\.percent|people\.users\.roles\.\w+)$/;

/** Catalogues are every file that calls `translated`: a new one that is not listed above would go unseen. */
describe("the catalogues", () => {
  it("are all looked at here", () => {
    const source = new URL("..", import.meta.url);
    const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
    const places = files.flatMap((file) => {
      const text = readFileSync(new URL(file, source), "utf8");
      return [...text.matchAll(/= translated(?:Later)?\(\s*"(\w+)"/g)].map(([, place]) => place);
    });

    expect(new Set(places)).toEqual(new Set(Object.keys(ENGLISH)));
  });
});

describe("the German texts", () => {
  it("are there for every English one", () => {
    const german = new Set(pathsOf({ ...GERMAN, ...GERMAN_LATER }));

    expect(pathsOf(ENGLISH).filter((path) => !german.has(path) && !ALIKE.test(path))).toEqual([]);
  });

  it("are texts of something", () => {
    const english = new Set(pathsOf(ENGLISH));

    expect(pathsOf({ ...GERMAN, ...GERMAN_LATER }).filter((path) => !english.has(path))).toEqual([]);
  });
});
