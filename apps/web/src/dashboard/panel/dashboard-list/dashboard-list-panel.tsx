import { useQuery } from "@tanstack/react-query";
import { LayoutDashboard } from "lucide-react";
import { Link } from "react-router";
import { dashboardSearchQuery } from "../../../api/dashboards.ts";
import { dashboardMessages } from "../../messages.ts";
import { flagOf, type JsonObject, numberOf, textOf, textsOf } from "../../model/json.ts";
import type { Scope } from "../../model/variable/interpolate.ts";
import { useDashboard } from "../../view/dashboard-context.ts";
import { addressParts } from "../data-link.ts";
import type { PanelBodyProps } from "../panel-body.ts";
import { PanelFailure } from "../panel-failure.tsx";
import { NoData } from "../panel-states.tsx";
import { useWaitIn } from "../panel-wait.ts";
import "./dashboard-list.css";

const texts = dashboardMessages.dashboardList;
const MOST = 10;

/** Ways to other dashboards: the starred ones, the newest, and those of a search. */
export function DashboardListPanel({ panel: { options }, title, scope }: PanelBodyProps) {
  const { isWall } = useDashboard();
  const parts = partsOf(options);
  const query = addressOf(options, scope);
  // A wall's key reads the dashboards of its playlist and searches for no others.
  if (isWall) return <NoData text={texts.notOnWalls} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that it has to be reached by keys
    <nav className="v-dashboard-list" aria-label={title || texts.label} tabIndex={0}>
      {parts.map(({ head, search }) => (
        <section key={head}>
          {flagOf(options["showHeadings"], true) && parts.length > 1 && <h3>{head}</h3>}
          <Found search={search} query={query} />
        </section>
      ))}
    </nav>
  );
}

interface FoundProps {
  readonly search: Parameters<typeof dashboardSearchQuery>[0];
  /** Behind each address. */
  readonly query: string;
}

function Found({ search, query }: FoundProps) {
  const { data, error, isPending, refetch } = useQuery(dashboardSearchQuery(search));
  useWaitIn(isPending);
  if (error !== null) return <PanelFailure error={error} onAskAgain={() => void refetch()} />;
  if (data?.total === 0) return <p className="v-dashboard-list-none">{texts.none}</p>;
  return (
    <ul>
      {data?.rows.map(({ uid, title, tags }) => (
        <li key={uid}>
          <Link to={`/d/${encodeURIComponent(uid)}${query}`}>
            <LayoutDashboard aria-hidden />
            <span>{title}</span>
            {tags.length > 0 && <small>{tags.join(", ")}</small>}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What is listed below each head. */
function partsOf(options: JsonObject) {
  const limit = Math.min(100, Math.max(1, numberOf(options["maxItems"]) ?? MOST));
  const [tag = ""] = textsOf(options["tags"]);
  const query = textOf(options["query"]);
  const folderUIDs = textOf(options["folderUID"]) || undefined;
  const starred = { head: texts.starred, search: { starred: "true" as const, limit } };
  const recent = { head: texts.recent, search: { sort: "updated-desc" as const, limit } };
  const searched = { head: texts.found, search: { query, tag, folderUIDs, sort: "alpha-asc" as const, limit } };
  const wanted = [
    ...(flagOf(options["showStarred"], true) ? [starred] : []),
    ...(flagOf(options["showRecentlyViewed"], false) ? [recent] : []),
    ...(flagOf(options["showSearch"], false) ? [searched] : []),
  ];
  return wanted.length === 0 ? [searched] : wanted;
}

/** The range and the variables go along where the panel says so. */
function addressOf(options: JsonObject, scope: Scope): string {
  const parts = new Map(addressParts(scope));
  const query = [
    ...(flagOf(options["keepTime"], false) ? [parts.get("__url_time_range")?.value ?? ""] : []),
    ...(flagOf(options["includeVars"], false) ? [parts.get("__all_variables")?.value ?? ""] : []),
  ].filter((part) => part !== "");
  return query.length === 0 ? "" : `?${query.join("&")}`;
}
