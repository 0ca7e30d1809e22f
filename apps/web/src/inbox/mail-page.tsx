import { Page } from "../frame/page.tsx";

export function MailPage() {
  return <Page title="MailPage">{null}</Page>;
}
