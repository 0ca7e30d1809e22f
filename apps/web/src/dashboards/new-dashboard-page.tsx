import { Page } from "../frame/page.tsx";

export function NewDashboardPage() {
  return <Page title="NewDashboardPage">{null}</Page>;
}
