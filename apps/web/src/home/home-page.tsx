import { Page } from "../frame/page.tsx";

export function HomePage() {
  return <Page title="HomePage">{null}</Page>;
}
