import { Page } from "../frame/page.tsx";

export function ImportPage() {
  return <Page title="ImportPage">{null}</Page>;
}
