import { Page } from "../frame/page.tsx";

export function InboxPage() {
  return <Page title="InboxPage">{null}</Page>;
}
