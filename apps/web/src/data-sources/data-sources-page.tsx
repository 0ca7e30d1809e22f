import { Page } from "../frame/page.tsx";

export function DataSourcesPage() {
  return <Page title="DataSourcesPage">{null}</Page>;
}
