import { useQuery } from "@tanstack/react-query";
import { Compass } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useLocation } from "react-router";
import { type DashboardSummary, dashboardSearchQuery } from "../api/dashboards.ts";
import { viewedDashboards } from "../api/viewed.ts";
import { LinkButton } from "../control/button.tsx";
import { MissingPart } from "../control/missing-part.tsx";
import { SearchBox } from "../control/search-box.tsx";
import { messages } from "../messages/en.ts";
import { frameTexts } from "./messages.ts";
import { Page } from "./page.tsx";
import "../control/state.css";

export function NotFoundPage() {
  const { pathname } = useLocation();
  const lastPart = pathname.split("/").findLast((part) => part !== "") ?? "";
  return (
    <Page title={messages.notFound.title}>
      <NotFoundState text={messages.notFound.text(pathname)} wanted={readable(lastPart)} />
    </Page>
  );
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A per cent sign that stands for itself.
    return part;
  }
}

export interface NotFoundProps {
  readonly text: string;
  /** What the address named: the search begins with it. */
  readonly wanted: string;
  /** What leads to the nearest thing that is there, before the search. */
  readonly nearest?: ReactNode;
}

const MOST = 5;

/** As `NotFound`, for pages that are nothing else. */
export function NotFoundState({ text, wanted, nearest }: NotFoundProps) {
  const [query, setQuery] = useState(wanted);
  const [viewed] = useState(viewedDashboards);
  const like = useQuery({ ...dashboardSearchQuery({ query, limit: MOST }), enabled: query !== "" });
  const seen = useQuery({
    ...dashboardSearchQuery({ dashboardUIDs: viewed, limit: MOST }),
    enabled: viewed.length > 0,
  });
  return (
    <div className="v-state">
      <Compass className="v-state-icon" aria-hidden />
      <p>{text}</p>
      <SearchBox label={messages.notFound.search} value={query} onChange={setQuery} />
      {query !== "" && <MissingPart name={frameTexts.notFound.like} query={like} />}
      <Found title={frameTexts.notFound.like} rows={query === "" ? [] : like.data?.rows} />
      {viewed.length > 0 && <MissingPart name={frameTexts.notFound.recent} query={seen} />}
      <Found title={frameTexts.notFound.recent} rows={seen.data?.rows} />
      <div className="v-state-actions">
        {nearest}
        <LinkButton
          to={`/dashboards?q=${encodeURIComponent(query)}`}
          kind={nearest === undefined ? "primary" : "default"}
        >
          {messages.notFound.search}
        </LinkButton>
        <LinkButton to="/">{messages.notFound.home}</LinkButton>
      </div>
    </div>
  );
}

function Found({
  title,
  rows = [],
}: {
  readonly title: string;
  readonly rows?: readonly DashboardSummary[] | undefined;
}) {
  if (rows.length === 0) return null;
  return (
    <section className="v-found">
      <h2>{title}</h2>
      <ul>
        {rows.map((row) => (
          <li key={row.uid}>
            <Link to={`/d/${encodeURIComponent(row.uid)}`}>{row.title}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
