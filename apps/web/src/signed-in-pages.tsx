import { lazy, useEffect, useState } from "react";
import { matchPath, Navigate, Route, Routes, useParams, useSearchParams } from "react-router";
import { publicPath } from "./api/public-path.ts";
import { may } from "./api/user.ts";
import { Frame } from "./frame/frame.tsx";
import { NotFoundPage } from "./frame/not-found.tsx";
import { type LazyPage, lazyPage } from "./lazy-page.ts";
import { SameQuery } from "./same-query.tsx";
import { useCurrentUser } from "./session/current-user.tsx";
import { SignedIn } from "./session/signed-in.tsx";

/** The addresses that need a session. Each page is a chunk of its own; charts come with dashboards and walls only. */
export function SignedInPages() {
  useFirstPage();
  return (
    <Routes>
      <Route element={<SignedIn />}>
        <Route path="/wall/:playlist" element={<WallPage />} />
        <Route path="/setup/administrator" element={<SetUpStepsPage step="administrator" />} />
        <Route path="/setup/address" element={<SetUpStepsPage step="address" />} />
        <Route path="/setup/mail" element={<SetUpStepsPage step="mail" />} />
        <Route path="/setup/look-around" element={<SetUpStepsPage step="look-around" />} />
        <Route path="/oauth/consent" element={<ConsentPage />} />
        <Route path="/playlists/play/:playlist" element={<WallAddress />} />
        <Route element={<Frame />}>
          <Route path="/" element={<HomePage />} />
          <Route path="/dashboards" element={<DashboardListPage />} />
          <Route path="/dashboards/new" element={<NewDashboardPage />} />
          <Route path="/dashboard/new" element={<SameQuery to="/dashboards/new" />} />
          <Route path="/dashboards/import" element={<ImportPage />} />
          <Route path="/dashboard/import" element={<SameQuery to="/dashboards/import" />} />
          <Route path="/dashboards/trash" element={<TrashPage />} />
          <Route path="/dashboards/snapshots" element={<SnapshotsPage />} />
          <Route path="/snapshots/:key" element={<SnapshotPage />} />
          <Route path="/dashboard/snapshot/:key" element={<SnapshotAddress />} />
          <Route path="/dashboards/versions/:uid" element={<VersionsAddress />} />
          <Route path="/dashboards/f/:folder" element={<FolderPage />} />
          <Route path="/dashboards/f/:folder/:slug" element={<FolderPage />} />
          <Route path="/d/:uid" element={<DashboardPage />} />
          <Route path="/d/:uid/edit" element={<DashboardPage />} />
          <Route path="/d/:uid/settings" element={<DashboardSettingsPage />} />
          <Route path="/d/:uid/json" element={<DashboardJsonPage />} />
          <Route path="/d/:uid/history" element={<VersionsPage />} />
          <Route path="/d/:uid/:slug" element={<DashboardPage />} />
          <Route path="/d/:uid/panels/:id/edit" element={<PanelEditPage />} />
          <Route path="/d-solo/:uid" element={<OnePanelAddress />} />
          <Route path="/d-solo/:uid/:slug" element={<OnePanelAddress />} />
          <Route path="/explore" element={<ExplorePage />} />
          <Route path="/metrics-explorer" element={<SameQuery to="/explore" />} />
          <Route path="/playlists" element={<PlaylistListPage />} />
          <Route path="/playlists/new" element={<PlaylistPage />} />
          <Route path="/playlists/:name" element={<PlaylistPage />} />
          <Route path="/playlists/edit/:name" element={<PlaylistAddress />} />
          <Route path="/walls" element={<WallsPage />} />
          <Route path="/wall/pair" element={<PairWallPage />} />
          <Route path="/people" element={<SameQuery to="/people/users" />} />
          <Route path="/people/users" element={<UsersPage />} />
          <Route path="/people/users/:id" element={<UsersPage />} />
          <Route path="/people/invitations" element={<InvitationsPage />} />
          <Route path="/people/teams" element={<TeamsPage />} />
          <Route path="/people/teams/:id" element={<TeamPage />} />
          <Route path="/people/service-accounts" element={<ServiceAccountsPage />} />
          <Route path="/people/service-accounts/:id" element={<ServiceAccountPage />} />
          <Route path="/people/roles" element={<RolesPage />} />
          <Route path="/admin/users" element={<SameQuery to="/people/users" />} />
          <Route path="/org/teams" element={<SameQuery to="/people/teams" />} />
          <Route path="/org/serviceaccounts" element={<SameQuery to="/people/service-accounts" />} />
          <Route path="/inbox" element={<InboxPage />} />
          <Route path="/inbox/:id" element={<MailPage />} />
          <Route path="/settings" element={<SettingsAddress />} />
          <Route path="/settings/data-sources" element={<DataSourcesPage />} />
          <Route path="/settings/appearance" element={<AppearancePage />} />
          <Route path="/settings/system" element={<SystemPage />} />
          <Route path="/settings/doctor" element={<DoctorPage />} />
          <Route path="/settings/tokens" element={<TokensPage />} />
          <Route path="/account/*" element={<AccountPages />} />
          <Route path="/profile" element={<SameQuery to="/account" />} />
          <Route path="/access/*" element={<AccessPages />} />
          <Route path="/workers" element={<WorkersPage />} />
          <Route path="/audit" element={<AuditPage log="accounts" />} />
          <Route path="/audit/changes" element={<AuditPage log="changes" />} />
          <Route path="/help/components" element={<ComponentsPage />} />
          <Route path="/help/components/:component" element={<ComponentPage />} />
          <Route path="/help/guides" element={<GuidesPage />} />
          <Route path="/help/guides/:guide" element={<GuidePage shelf="guides" />} />
          <Route path="/help/reference/:guide" element={<GuidePage shelf="reference" />} />
          <Route path="/help/shortcuts" element={<ShortcutsPage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Route>
    </Routes>
  );
}

const SetUpStepsPage = lazy(async () => ({ default: (await import("./setup/set-up-steps-page.tsx")).SetUpStepsPage }));
const home = lazyPage(async () => ({ default: (await import("./home/home-page.tsx")).HomePage }));
const HomePage = home.Page;
const list = lazyPage(async () => ({
  default: (await import("./dashboards/dashboard-list-page.tsx")).DashboardListPage,
}));
const DashboardListPage = list.Page;
const NewDashboardPage = lazy(async () => ({
  default: (await import("./dashboards/new-dashboard-page.tsx")).NewDashboardPage,
}));
const ImportPage = lazy(async () => ({ default: (await import("./dashboards/import-page.tsx")).ImportPage }));
const dashboard = lazyPage(async () => ({ default: (await import("./dashboard/dashboard-page.tsx")).DashboardPage }));
const DashboardPage = dashboard.Page;
const PanelEditPage = lazy(async () => ({ default: (await import("./editing/panel-edit-page.tsx")).PanelEditPage }));
const DashboardSettingsPage = lazy(async () => ({
  default: (await import("./editing/settings/settings-page.tsx")).DashboardSettingsPage,
}));
const DashboardJsonPage = lazy(async () => ({
  default: (await import("./editing/settings/json-page.tsx")).DashboardJsonPage,
}));
const ExplorePage = lazy(async () => ({ default: (await import("./explore/explore-page.tsx")).ExplorePage }));
const wall = lazyPage(async () => ({ default: (await import("./wall/wall-page.tsx")).WallPage }));
const WallPage = wall.Page;
const WallsPage = lazy(async () => ({ default: (await import("./walls/walls-page.tsx")).WallsPage }));
const PairWallPage = lazy(async () => ({ default: (await import("./walls/pair-wall-page.tsx")).PairWallPage }));
const PlaylistListPage = lazy(async () => ({
  default: (await import("./playlists/playlist-list-page.tsx")).PlaylistListPage,
}));
const PlaylistPage = lazy(async () => ({ default: (await import("./playlists/playlist-page.tsx")).PlaylistPage }));
const UsersPage = lazy(async () => ({ default: (await import("./people/users-page.tsx")).UsersPage }));
const TrashPage = lazy(async () => ({ default: (await import("./dashboards/trash-page.tsx")).TrashPage }));
const SnapshotsPage = lazy(async () => ({ default: (await import("./snapshots/sharing.ts")).SnapshotsPage }));
const SnapshotPage = lazy(async () => ({ default: (await import("./snapshots/snapshot-pages.ts")).SnapshotPage }));
const VersionsPage = lazy(async () => ({ default: (await import("./dashboards/versions-page.tsx")).VersionsPage }));
const FolderPage = lazy(async () => ({ default: (await import("./dashboards/folder-page.tsx")).FolderPage }));
const InvitationsPage = lazy(async () => ({
  default: (await import("./people/invitations-page.tsx")).InvitationsPage,
}));
const TeamsPage = lazy(async () => ({ default: (await import("./people/teams-page.tsx")).TeamsPage }));
const TeamPage = lazy(async () => ({ default: (await import("./people/team-page.tsx")).TeamPage }));
const ServiceAccountsPage = lazy(async () => ({
  default: (await import("./people/service-accounts-page.tsx")).ServiceAccountsPage,
}));
const ServiceAccountPage = lazy(async () => ({
  default: (await import("./people/service-account-page.tsx")).ServiceAccountPage,
}));
const RolesPage = lazy(async () => ({ default: (await import("./people/roles-page.tsx")).RolesPage }));
const InboxPage = lazy(async () => ({ default: (await import("./inbox/inbox-page.tsx")).InboxPage }));
const MailPage = lazy(async () => ({ default: (await import("./inbox/mail-page.tsx")).MailPage }));
const DataSourcesPage = lazy(async () => ({
  default: (await import("./data-sources/data-sources-page.tsx")).DataSourcesPage,
}));
const AppearancePage = lazy(async () => ({ default: (await import("./settings/appearance-page.tsx")).AppearancePage }));
const TokensPage = lazy(async () => ({ default: (await import("./people/tokens-page.tsx")).TokensPage }));
const SystemPage = lazy(async () => ({ default: (await import("./settings/system-page.tsx")).SystemPage }));
const DoctorPage = lazy(async () => ({ default: (await import("./settings/doctor-page.tsx")).DoctorPage }));
const ConsentPage = lazy(async () => ({ default: (await import("./consent/consent-page.tsx")).ConsentPage }));
const AccountPages = lazy(async () => ({ default: (await import("./account/account-routes.tsx")).AccountPages }));
const AccessPages = lazy(async () => ({ default: (await import("./access/access-routes.tsx")).AccessPages }));
const WorkersPage = lazy(async () => ({ default: (await import("./workers/workers-page.tsx")).WorkersPage }));
const AuditPage = lazy(async () => ({ default: (await import("./audit/audit-page.tsx")).AuditPage }));
const ComponentsPage = lazy(async () => ({ default: (await import("./help/components-page.tsx")).ComponentsPage }));
const ComponentPage = lazy(async () => ({
  default: (await import("./help/components/component-page.tsx")).ComponentPage,
}));
const GuidesPage = lazy(async () => ({ default: (await import("./help/guides/guides-page.tsx")).GuidesPage }));
const GuidePage = lazy(async () => ({ default: (await import("./help/guides/guide-page.tsx")).GuidePage }));
const ShortcutsPage = lazy(async () => ({ default: (await import("./help/shortcuts-page.tsx")).ShortcutsPage }));

/** The pages that people open most are fetched while the server says who is there. */
const FETCHED_AT_ONCE: Readonly<Record<string, LazyPage>> = {
  "/": home,
  "/dashboards": list,
  "/d/:uid": dashboard,
  "/d/:uid/:slug": dashboard,
  "/wall/:playlist": wall,
};

const path = location.pathname.slice(publicPath().length);
const [, page] = Object.entries(FETCHED_AT_ONCE).find(([pattern]) => matchPath(pattern, path) !== null) ?? [];
// What cannot be fetched is asked for again, and reported, when its page is drawn.
const firstPage = page?.fetch().catch(() => undefined);

/** Draws again when the first page is there: React by itself holds it back for 300 ms after what stood in its place. */
function useFirstPage(): void {
  const [, drawAgain] = useState(false);
  useEffect(() => {
    void firstPage?.then(() => drawAgain(true));
  }, []);
}

function WallAddress() {
  return <SameQuery to={`/wall/${encodeURIComponent(useParams()["playlist"] ?? "")}`} />;
}

/** One panel and nothing around it, by the address that other dashboard servers have for it. */
function OnePanelAddress() {
  const uid = encodeURIComponent(useParams()["uid"] ?? "");
  const [query] = useSearchParams();
  const wanted = new URLSearchParams(query);
  wanted.set("viewPanel", query.get("panelId") ?? "");
  wanted.set("kiosk", "");
  wanted.delete("panelId");
  return <Navigate to={`/d/${uid}?${wanted}`} replace />;
}

/** As bookmarks have it. */
function VersionsAddress() {
  return <SameQuery to={`/d/${encodeURIComponent(useParams()["uid"] ?? "")}/history`} />;
}

function SnapshotAddress() {
  return <SameQuery to={`/snapshots/${encodeURIComponent(useParams()["key"] ?? "")}`} />;
}

function SettingsAddress() {
  return (
    <SameQuery to={may(useCurrentUser(), "datasources:read") ? "/settings/data-sources" : "/settings/appearance"} />
  );
}

function PlaylistAddress() {
  return <SameQuery to={`/playlists/${encodeURIComponent(useParams()["name"] ?? "")}`} />;
}
