import { account } from "./account.ts";
import { consent } from "./consent.ts";
import { dashboard } from "./dashboard.ts";
import { dataSourcesTexts } from "./data-sources.ts";
import { editing } from "./editing.ts";
import { explore } from "./explore.ts";
import { frame } from "./frame.ts";
import { homeTexts } from "./home.ts";
import { importTexts } from "./import.ts";
import { inboxTexts } from "./inbox.ts";
import { link } from "./link.ts";
import { main } from "./main.ts";
import { reducersTexts } from "./reducers.ts";
import { setUpTexts } from "./set-up.ts";
import { shortcutsTexts } from "./shortcuts.ts";
import { starTexts } from "./star.ts";
import { wallTexts } from "./wall.ts";
import { walletsTexts } from "./wallets.ts";

/** The German texts by the place where the English ones stand. */
export const GERMAN = {
  main,
  dashboard,
  editing,
  explore,
  frame,
  account,
  home: homeTexts,
  import: importTexts,
  reducers: reducersTexts,
  setUp: setUpTexts,
  shortcuts: shortcutsTexts,
  star: starTexts,
  wall: wallTexts,
  dataSources: dataSourcesTexts,
  inbox: inboxTexts,
  link,
  consent,
  wallets: walletsTexts,
} as const;
