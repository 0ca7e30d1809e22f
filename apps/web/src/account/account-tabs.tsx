import { Tabs } from "../control/tabs.tsx";
import { texts } from "./messages.ts";

const TABS = [
  { to: "/account", label: texts.tabs.profile },
  { to: "/account/identities", label: texts.tabs.ways },
  { to: "/account/sessions", label: texts.tabs.sessions },
];

export function AccountTabs() {
  return <Tabs label={texts.title} tabs={TABS} />;
}
