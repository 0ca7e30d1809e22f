import { useParams } from "react-router";
import { Page } from "../frame/page.tsx";

export function DashboardPage() {
  return <Page title={useParams()["uid"] ?? ""}>{null}</Page>;
}
