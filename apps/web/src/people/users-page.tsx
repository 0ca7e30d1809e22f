import { Page } from "../frame/page.tsx";

export function UsersPage() {
  return <Page title="UsersPage">{null}</Page>;
}
