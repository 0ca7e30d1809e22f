import { Page } from "../frame/page.tsx";

export function PlaylistPage() {
  return <Page title="PlaylistPage">{null}</Page>;
}
