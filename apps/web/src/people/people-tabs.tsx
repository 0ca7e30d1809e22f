import { Tabs } from "../control/tabs.tsx";
import { messages } from "../messages/en.ts";
import { texts } from "./messages.ts";

const TABS = Object.entries(texts.pages).map(([name, label]) => ({ to: `/people/${name}`, label }));

export function PeopleTabs() {
  return <Tabs label={messages.people.title} tabs={TABS} />;
}
