import { Tabs } from "../control/tabs.tsx";
import { texts } from "./messages.ts";

const TABS = Object.entries(texts.pages).map(([name, label]) => ({ to: `/access/${name}`, label }));

export function AccessTabs() {
  return <Tabs label={texts.title} tabs={TABS} />;
}
