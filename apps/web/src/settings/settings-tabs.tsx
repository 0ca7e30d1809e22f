import { mayAdminister } from "../api/user.ts";
import { Tabs } from "../control/tabs.tsx";
import { useCurrentUser } from "../session/current-user.tsx";
import { texts } from "./messages.ts";

const TABS = [
  { to: "/settings/data-sources", label: texts.tabs.sources },
  { to: "/settings/tokens", label: texts.tabs.tokens },
  { to: "/settings/appearance", label: texts.tabs.appearance },
  { to: "/settings/system", label: texts.tabs.system },
  { to: "/settings/doctor", label: texts.tabs.doctor },
];

/** Nothing where there is one page only: for those who administer nothing. */
export function SettingsTabs() {
  return mayAdminister(useCurrentUser()) ? <Tabs label={texts.title} tabs={TABS} /> : null;
}
