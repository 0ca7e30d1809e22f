import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import {
  Bot,
  Database,
  FolderClosed,
  LayoutDashboard,
  ListVideo,
  type LucideIcon,
  MonitorPlay,
  SlidersHorizontal,
  UserRound,
  UsersRound,
} from "lucide-react";
import { placeOf } from "../access/access-pages.ts";
import { texts as accessTexts } from "../access/messages.ts";
import { dashboardSearchQuery } from "../api/dashboards.ts";
import { dataSourcesQuery } from "../api/data-sources.ts";
import { peopleQuery } from "../api/people.ts";
import { playlistsQuery } from "../api/playlists.ts";
import { serviceAccountsQuery } from "../api/service-accounts.ts";
import { settingsQuery } from "../api/settings.ts";
import { teamsQuery } from "../api/teams.ts";
import { may } from "../api/user.ts";
import { wallsQuery } from "../api/walls.ts";
import { messages } from "../messages/en.ts";
import { texts as peopleTexts } from "../people/messages.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { texts as settingsTexts } from "../settings/messages.ts";
import { isNamed, type PalettePlace, rankOf } from "./palette-place.ts";

/** So many of one kind are offered: more letters are quicker than a long list. */
const MOST = 5;

/** Things of one kind, and whether they are those of what is typed now. */
interface Things {
  readonly name: string;
  readonly query: Pick<
    UseQueryResult,
    "error" | "data" | "refetch" | "isFetching" | "isPlaceholderData" | "failureCount"
  >;
  readonly places: readonly PalettePlace[];
}

/** What people made, by the words of its name: as the server finds it where there may be much of it. */
export function useThings(query: string): readonly Things[] {
  const user = useCurrentUser();
  const isTyped = query !== "";
  const where = (action: string) => ({ enabled: isTyped && may(user, action) });
  // Whole lists are asked for before the first letter comes.
  const whole = (action: string) => ({ enabled: may(user, action) });
  const rows = { query, page: 1, perpage: MOST };

  const dashboards = useQuery(
    dashboardSearchQuery(
      isTyped
        ? { query, everywhere: true, withFolders: true, limit: 8, sort: "alpha-asc" }
        : { limit: 8, sort: "updated-desc" },
    ),
  );
  const playlists = useQuery({ ...playlistsQuery, ...whole("playlists:read") });
  const walls = useQuery({ ...wallsQuery, ...whole("walls:read"), refetchInterval: false });
  const people = useQuery({ ...peopleQuery(rows), ...where("users:read") });
  const teams = useQuery({ ...teamsQuery(rows), ...where("teams:read") });
  const accounts = useQuery({ ...serviceAccountsQuery(rows), ...where("serviceaccounts:read") });
  const sources = useQuery({ ...dataSourcesQuery, ...whole("datasources:read") });
  const settings = useQuery({ ...settingsQuery, ...whole("identity.settings:write") });

  const found = dashboards.data?.rows.map(({ uid, title, type, folderTitle = "", panels = [] }) => {
    const isFolder = type === "dash-folder";
    return {
      label: title,
      about: [folderTitle, ...panels].filter((text) => text !== "").join(" · "),
      icon: isFolder ? FolderClosed : LayoutDashboard,
      open: `${isFolder ? "/dashboards/f" : "/d"}/${encodeURIComponent(uid)}`,
    };
  });
  const ofDashboards = { name: messages.frame.dashboards, query: dashboards, places: found ?? [] };
  if (!isTyped) return [ofDashboards];

  const named = (about: string, icon: LucideIcon, things: readonly Named[] = []): readonly PalettePlace[] =>
    things
      .filter(({ label }) => isNamed(label, query))
      .slice(0, MOST)
      .map((thing) => ({ about, icon, ...thing }));
  const { frame } = messages;
  return [
    ofDashboards,
    {
      name: frame.playlists,
      query: playlists,
      places: named(
        frame.playlists,
        ListVideo,
        playlists.data?.items.map(({ metadata: { name }, spec: { title } }) => ({
          label: title,
          open: `/playlists/${encodeURIComponent(name)}`,
        })),
      ),
    },
    {
      name: frame.walls,
      query: walls,
      places: named(
        frame.walls,
        MonitorPlay,
        walls.data?.walls.map(({ name, playlist }) => ({
          label: name,
          open: "/walls",
          about: `${frame.walls} · ${playlist}`,
        })),
      ),
    },
    {
      name: frame.people,
      query: people,
      places: (people.data?.users ?? []).map(({ uid, name, email, phone }) => ({
        label: name || email || phone || uid,
        about: name === "" ? frame.people : email || phone,
        icon: UserRound,
        open: `/people/users/${encodeURIComponent(uid)}`,
      })),
    },
    {
      name: peopleTexts.pages.teams,
      query: teams,
      places: (teams.data?.teams ?? []).map(({ id, name }) => ({
        label: name,
        about: peopleTexts.pages.teams,
        icon: UsersRound,
        open: `/people/teams/${id}`,
      })),
    },
    {
      name: peopleTexts.pages["service-accounts"],
      query: accounts,
      places: (accounts.data?.serviceAccounts ?? []).map(({ id, name }) => ({
        label: name,
        about: peopleTexts.pages["service-accounts"],
        icon: Bot,
        open: `/people/service-accounts/${id}`,
      })),
    },
    {
      name: settingsTexts.tabs.sources,
      query: sources,
      places: named(
        settingsTexts.tabs.sources,
        Database,
        sources.data?.map(({ name }) => ({ label: name, open: "/settings/data-sources" })),
      ),
    },
    {
      name: accessTexts.title,
      query: settings,
      places: (settings.data ?? [])
        .filter(({ label, key }) => isNamed(`${label} ${key}`, query))
        .toSorted((one, other) => rankOf(one.label, query) - rankOf(other.label, query))
        .slice(0, MOST)
        .map((field) => {
          const { page, to } = placeOf(field);
          return {
            label: field.label,
            about: `${accessTexts.pages[page]} · ${field.key}`,
            icon: SlidersHorizontal,
            open: to,
          };
        }),
    },
  ];
}

type Named = Pick<PalettePlace, "label" | "open" | "about">;

/** Whether what is typed now is still being asked for. What the server refused once may be long in coming. */
export function isAsking({ query }: Things): boolean {
  return query.isFetching && (query.data === undefined || query.isPlaceholderData) && query.failureCount === 0;
}
