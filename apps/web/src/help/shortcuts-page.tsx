import { Page } from "../frame/page.tsx";

export function ShortcutsPage() {
  return <Page title="ShortcutsPage">{null}</Page>;
}
