import { useQuery } from "@tanstack/react-query";
import { signInMethodsQuery } from "../api/sign-in.ts";
import { Tabs } from "../control/tabs.tsx";
import { texts } from "./messages.ts";

const TABS = [
  { to: "/account", label: texts.tabs.profile },
  { to: "/account/identities", label: texts.tabs.ways },
  { to: "/account/sessions", label: texts.tabs.sessions },
  { to: "/account/tokens", label: texts.tabs.tokens },
];
/** Only where people can let programs in. */
const PROGRAMS = { to: "/account/programs", label: texts.tabs.programs };

export function AccountTabs() {
  const { data: methods } = useQuery(signInMethodsQuery);
  const tabs = methods?.oauth_server_enabled === true ? [...TABS, PROGRAMS] : TABS;
  return <Tabs label={texts.title} tabs={tabs} />;
}
