import { may } from "../api/user.ts";
import { Tabs } from "../control/tabs.tsx";
import { useCurrentUser } from "../session/current-user.tsx";
import { texts } from "./messages.ts";

/** The pages of the settings and what each needs. */
export const SETTINGS_PAGES = [
  { to: "/settings/data-sources", label: texts.tabs.sources, permission: "datasources:read" },
  { to: "/settings/tokens", label: texts.tabs.tokens, permission: "serviceaccounts:read" },
  { to: "/settings/appearance", label: texts.tabs.appearance },
  { to: "/settings/system", label: texts.tabs.system, permission: "settings:read" },
  { to: "/settings/doctor", label: texts.tabs.doctor, permission: "settings:read" },
];

/** Nothing where there is one page only: for those who administer nothing. */
export function SettingsTabs() {
  const user = useCurrentUser();
  const tabs = SETTINGS_PAGES.filter(({ permission }) => permission === undefined || may(user, permission));
  return tabs.length > 1 ? <Tabs label={texts.title} tabs={tabs} /> : null;
}
