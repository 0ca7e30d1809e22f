import { Page } from "../frame/page.tsx";

export function PlaylistListPage() {
  return <Page title="PlaylistListPage">{null}</Page>;
}
