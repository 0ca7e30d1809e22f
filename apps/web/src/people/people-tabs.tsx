import { Tabs } from "../control/tabs.tsx";
import { texts } from "./messages.ts";

const TABS = Object.entries(texts.pages).map(([name, label]) => ({ to: `/people/${name}`, label }));

export function PeopleTabs() {
  return <Tabs label={texts.users.title} tabs={TABS} />;
}
