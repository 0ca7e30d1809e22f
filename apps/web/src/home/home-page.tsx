import { useQuery } from "@tanstack/react-query";
import { FilePlus2, FileUp, LayoutDashboard, MonitorPlay, Play } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { type DashboardSummary, dashboardSearchQuery } from "../api/dashboards.ts";
import { type Playlist, playlistsQuery } from "../api/playlists.ts";
import { may, mayDo } from "../api/user.ts";
import { viewedDashboards } from "../api/viewed.ts";
import { type WallScreen, wallsQuery } from "../api/walls.ts";
import { EmptyState, LearnLink } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { intervalText } from "../playlists/interval-text.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { texts } from "../walls/messages.ts";
import { isAwaited } from "./awaited.ts";
import { Checklist, useChecklist } from "./checklist.tsx";
import { DashboardCard, PicturedDashboardCard } from "./dashboard-card.tsx";
import { DEMO } from "./demo.ts";
import { FiringPart } from "./firing-part.tsx";
import { homeTexts } from "./messages.ts";
import { Part } from "./part.tsx";
import "./home-page.css";
import { MissingPart } from "../control/missing-part.tsx";

/** Dashboards, and playlists, that Home shows. */
const RECENT = 8;
/** Nobody steers walls here: a slower look at them suffices. */
const WALLS_MS = 15_000;

export function HomePage() {
  const user = useCurrentUser();
  const checklist = useChecklist(mayDo(user, "identity.settings:write"));
  const dashboards = useHomeDashboards();
  const playlists = useQuery(playlistsQuery);
  // What is not known yet would push down what is.
  const isKnown = !checklist.isAwaited && !dashboards.isAwaited && !isAwaited(playlists);
  return (
    <Page title={homeTexts.title}>
      {isKnown ? (
        <>
          <Checklist {...checklist} />
          <FiringPart uids={dashboards.uids} />
          <Dashboards {...dashboards} />
          <MissingPart name={messages.frame.playlists} query={playlists} />
          <Playlists playlists={playlists.data?.items ?? []} />
          {may(user, "walls:read") && <Walls />}
        </>
      ) : (
        <SkeletonTable label={messages.loading} columns={3} />
      )}
    </Page>
  );
}

type DashboardsState = ReturnType<typeof useHomeDashboards>;

/** What somebody marked or looked at; what was changed last where that is nothing. */
function useHomeDashboards() {
  const [viewed] = useState(viewedDashboards);
  const starred = useQuery(dashboardSearchQuery({ starred: "true", limit: RECENT }));
  const seen = useQuery({
    ...dashboardSearchQuery({ dashboardUIDs: viewed, limit: RECENT }),
    enabled: viewed.length > 0,
  });
  const seenRows = viewed.flatMap((name) => seen.data?.rows.find(({ uid }) => uid === name) ?? []);
  const recent = useQuery({
    ...dashboardSearchQuery({ sort: "updated-desc", limit: RECENT }),
    enabled: seenRows.length === 0 && !isAwaited(seen),
  });
  const shown = [starred.data?.rows ?? [], seenRows, recent.data?.rows ?? []].flat();
  return {
    starred,
    seen,
    seenRows,
    recent,
    isAwaited: [starred, seen, recent].some(isAwaited),
    uids: [...new Set(shown.map(({ uid }) => uid))],
  };
}

function Dashboards({ starred, seen, seenRows, recent }: DashboardsState) {
  return (
    <>
      <MissingPart name={homeTexts.starred} query={starred} />
      <MissingPart name={homeTexts.viewed} query={seen} />
      {starred.data !== undefined && starred.data.total > 0 && (
        <Part
          id="starred"
          title={homeTexts.starred}
          beside={<Link to="/dashboards?starred=1">{homeTexts.allStarred}</Link>}
        >
          <Cards rows={starred.data.rows} hasPictures />
        </Part>
      )}
      {seenRows.length > 0 && (
        <Part id="viewed" title={homeTexts.viewed} beside={<Link to="/dashboards">{homeTexts.all}</Link>}>
          <Cards rows={seenRows} hasPictures />
        </Part>
      )}
      {seenRows.length === 0 && <ChangedDashboards recent={recent} />}
    </>
  );
}

function ChangedDashboards({ recent }: Pick<DashboardsState, "recent">) {
  const rows = recent.data?.rows ?? [];
  const isEditor = mayDo(useCurrentUser(), "dashboards:create");
  if (recent.data !== undefined && rows.every(({ uid }) => uid === DEMO) && isEditor) {
    return <Beginnings hasDemo={rows.length > 0} />;
  }
  return (
    <Part id="recent" title={homeTexts.recent} beside={<Link to="/dashboards">{homeTexts.all}</Link>}>
      {recent.error !== null && <ErrorState error={recent.error} onRetry={() => void recent.refetch()} />}
      {recent.data?.total === 0 && (
        <EmptyState
          icon={LayoutDashboard}
          title={homeTexts.noRecent}
          text={homeTexts.noRecentText}
          learn="dashboards"
        />
      )}
      <Cards rows={rows} />
    </Part>
  );
}

/** What whoever has no dashboard yet may do: three large choices. */
function Beginnings({ hasDemo }: { readonly hasDemo: boolean }) {
  const { make, import: load, demo } = homeTexts.beginnings;
  const choices = [
    { ...make, to: "/dashboards/new", icon: FilePlus2 },
    { ...load, to: "/dashboards/import", icon: FileUp },
    ...(hasDemo ? [{ ...demo, to: `/d/${DEMO}`, icon: LayoutDashboard }] : []),
  ];
  return (
    <Part id="beginnings" title={homeTexts.noRecent} beside={<Link to="/dashboards">{homeTexts.all}</Link>}>
      <ul className="v-home-cards">
        {choices.map(({ name, text, to, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className="v-home-card v-home-choice">
              <Icon aria-hidden />
              <span className="v-home-card-text">
                <strong>{name}</strong>
                <span className="v-hint">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <LearnLink to="dashboards" />
    </Part>
  );
}

interface CardsProps {
  readonly rows: readonly DashboardSummary[];
  /** Shows what they look like just now. */
  readonly hasPictures?: boolean;
}

function Cards({ rows, hasPictures = false }: CardsProps) {
  const Card = hasPictures ? PicturedDashboardCard : DashboardCard;
  return (
    <ul className="v-home-cards">
      {rows.map((row) => (
        <li key={row.uid}>
          <Card {...row} />
        </li>
      ))}
    </ul>
  );
}

/** The walls that there are, with what they show; nothing while there are none. */
function Walls() {
  const walls = useQuery({ ...wallsQuery, refetchInterval: WALLS_MS });
  const { data } = walls;
  if (data === undefined) return <MissingPart name={texts.title} query={walls} />;
  if (data.walls.length === 0) return null;
  return (
    <Part id="walls" title={texts.title} beside={<Link to="/walls">{texts.all}</Link>}>
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
    </Part>
  );
}

function shownOn(screens: readonly WallScreen[]): string {
  return screens.map(({ dashboard, state }) => dashboard || texts.states[state]).join(", ");
}

/** The playlists, a press away from the wall; nothing while there are none. */
function Playlists({ playlists }: { readonly playlists: readonly Playlist[] }) {
  const shown = playlists.slice(0, RECENT);
  if (shown.length === 0) return null;
  return (
    <Part id="playlists" title={homeTexts.walls} beside={<Link to="/playlists">{homeTexts.allPlaylists}</Link>}>
      <ul className="v-home-cards">
        {shown.map(({ metadata, spec }) => (
          <li key={metadata.name}>
            <Link to={`/wall/${encodeURIComponent(metadata.name)}`} className="v-home-card">
              <Play aria-hidden />
              <span className="v-home-card-text">
                <strong>{spec.title}</strong>
                <span className="v-hint">{homeTexts.wall(spec.items.length, intervalText(spec.interval))}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  );
}
