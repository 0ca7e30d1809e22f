import { Compass } from "lucide-react";
import { useLocation } from "react-router";
import { LinkButton } from "../control/button.tsx";
import { messages } from "../messages/en.ts";
import { Page } from "./page.tsx";
import "../control/state.css";

export function NotFoundPage() {
  const { pathname } = useLocation();
  const lastPart = pathname.split("/").findLast((part) => part !== "") ?? "";
  return (
    <Page title={messages.notFound.title}>
      <div className="v-state">
        <Compass className="v-state-icon" aria-hidden />
        <p>{messages.notFound.text(pathname)}</p>
        <div className="v-state-actions">
          <LinkButton to="/" kind="primary">
            {messages.notFound.home}
          </LinkButton>
          <LinkButton to={`/dashboards?q=${encodeURIComponent(lastPart)}`}>{messages.notFound.search}</LinkButton>
        </div>
      </div>
    </Page>
  );
}
