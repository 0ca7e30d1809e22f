import { account } from "./account.ts";
import { dashboard } from "./dashboard.ts";
import { editing } from "./editing.ts";
import { explore } from "./explore.ts";
import { main } from "./main.ts";

/** The German texts by the place where the English ones stand. */
export const GERMAN = { main, dashboard, editing, explore, account } as const;
