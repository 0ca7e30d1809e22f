import { useQuery } from "@tanstack/react-query";
import { LayoutDashboard, MonitorPlay, Play } from "lucide-react";
import { Link } from "react-router";
import { dashboardSearchQuery } from "../api/dashboards.ts";
import { playlistsQuery } from "../api/playlists.ts";
import { mayAdminister, mayEdit } from "../api/user.ts";
import { type WallScreen, wallsQuery } from "../api/walls.ts";
import { Age } from "../control/age.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { Page } from "../frame/page.tsx";
import { useCurrentUser } from "../session/current-user.tsx";
import { texts } from "../walls/messages.ts";
import { Checklist } from "./checklist.tsx";
import { homeTexts } from "./messages.ts";
import "./home-page.css";

/** Dashboards, and playlists, that Home shows. */
const RECENT = 8;
/** Nobody steers walls here: a slower look at them suffices. */
const WALLS_MS = 15_000;

export function HomePage() {
  const user = useCurrentUser();
  return (
    <Page title={homeTexts.title}>
      {mayAdminister(user) && <Checklist />}
      <RecentDashboards />
      <Playlists />
      {mayEdit(user) && <Walls />}
    </Page>
  );
}

function RecentDashboards() {
  const recent = useQuery(dashboardSearchQuery({ sort: "updated-desc", limit: RECENT }));
  return (
    <section className="v-home-part" aria-labelledby="recent">
      <div className="v-home-head">
        <h2 id="recent">{homeTexts.recent}</h2>
        <Link to="/dashboards">{homeTexts.all}</Link>
      </div>
      {recent.error !== null && <ErrorState error={recent.error} onRetry={() => void recent.refetch()} />}
      {recent.data?.total === 0 && <p className="v-hint">{homeTexts.noRecent}</p>}
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

/** The walls that there are, with what they show; nothing while there are none. */
function Walls() {
  const { data } = useQuery({ ...wallsQuery, refetchInterval: WALLS_MS });
  if (data === undefined || data.walls.length === 0) return null;
  return (
    <section className="v-home-part" aria-labelledby="walls">
      <div className="v-home-head">
        <h2 id="walls">{texts.title}</h2>
        <Link to="/walls">{texts.all}</Link>
      </div>
      <ul className="v-home-cards">
        {data.walls.slice(0, RECENT).map(({ id, name, isOnline, screens }) => (
          <li key={id}>
            <Link to="/walls" className="v-home-card">
              <MonitorPlay aria-hidden />
              <span className="v-home-card-text">
                <strong>{name}</strong>
                <span className="v-hint">{isOnline ? shownOn(screens) : texts.away}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function shownOn(screens: readonly WallScreen[]): string {
  return screens.map(({ dashboard, state }) => dashboard || texts.states[state]).join(", ");
}

/** The playlists, a press away from the wall; nothing while there are none. */
function Playlists() {
  const playlists = useQuery(playlistsQuery);
  const shown = (playlists.data?.items ?? []).slice(0, RECENT);
  if (shown.length === 0) return null;
  return (
    <section className="v-home-part" aria-labelledby="playlists">
      <div className="v-home-head">
        <h2 id="playlists">{homeTexts.walls}</h2>
        <Link to="/playlists">{homeTexts.allPlaylists}</Link>
      </div>
      <ul className="v-home-cards">
        {shown.map(({ metadata, spec }) => (
          <li key={metadata.name}>
            <Link to={`/wall/${encodeURIComponent(metadata.name)}`} className="v-home-card">
              <Play aria-hidden />
              <span className="v-home-card-text">
                <strong>{spec.title}</strong>
                <span className="v-hint">{homeTexts.wall(spec.items.length, spec.interval)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
