import { Page } from "../frame/page.tsx";

export function DashboardListPage() {
  return <Page title="DashboardListPage">{null}</Page>;
}
