import { useQuery } from "@tanstack/react-query";
import { LayoutDashboard, Play } from "lucide-react";
import { Link } from "react-router";
import { dashboardSearchQuery } from "../api/dashboards.ts";
import { playlistsQuery } from "../api/playlists.ts";
import { mayAdminister } from "../api/user.ts";
import { Age } from "../control/age.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { Checklist } from "./checklist.tsx";
import "./home-page.css";

/** Dashboards, and playlists, that Home shows. */
const RECENT = 8;

export function HomePage() {
  const user = useCurrentUser();
  return (
    <Page title={messages.home.title}>
      {mayAdminister(user) && <Checklist />}
      <RecentDashboards />
      <Walls />
    </Page>
  );
}

function RecentDashboards() {
  const recent = useQuery(dashboardSearchQuery({ sort: "updated-desc", limit: RECENT }));
  return (
    <section className="v-home-part" aria-labelledby="recent">
      <div className="v-home-head">
        <h2 id="recent">{messages.home.recent}</h2>
        <Link to="/dashboards">{messages.home.all}</Link>
      </div>
      {recent.error !== null && <ErrorState error={recent.error} onRetry={() => void recent.refetch()} />}
      {recent.data?.total === 0 && <p className="v-hint">{messages.home.noRecent}</p>}
      <ul className="v-home-cards">
        {recent.data?.rows.map(({ uid, title, tags, updatedAt }) => (
          <li key={uid}>
            <Link to={`/d/${encodeURIComponent(uid)}`} className="v-home-card">
              <LayoutDashboard aria-hidden />
              <span className="v-home-card-text">
                <strong>{title}</strong>
                <span className="v-hint">
                  {updatedAt !== undefined && <Age at={updatedAt} />}
                  {tags.length > 0 && ` · ${tags.join(", ")}`}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The playlists, a press away from the wall; nothing while there are none. */
function Walls() {
  const playlists = useQuery(playlistsQuery);
  const shown = (playlists.data?.items ?? []).slice(0, RECENT);
  if (shown.length === 0) return null;
  return (
    <section className="v-home-part" aria-labelledby="walls">
      <div className="v-home-head">
        <h2 id="walls">{messages.home.walls}</h2>
        <Link to="/playlists">{messages.home.allPlaylists}</Link>
      </div>
      <ul className="v-home-cards">
        {shown.map(({ metadata, spec }) => (
          <li key={metadata.name}>
            <Link to={`/wall/${encodeURIComponent(metadata.name)}`} className="v-home-card">
              <Play aria-hidden />
              <span className="v-home-card-text">
                <strong>{spec.title}</strong>
                <span className="v-hint">{messages.home.wall(spec.items.length, spec.interval)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
