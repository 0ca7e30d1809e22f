import {
  Compass,
  Cpu,
  House,
  Inbox,
  LayoutDashboard,
  ListVideo,
  type LucideIcon,
  MonitorPlay,
  ScrollText,
  Settings,
  ShieldCheck,
  Users,
} from "lucide-react";
import { type CurrentUser, may } from "../api/user.ts";
import { messages } from "../messages/en.ts";

export interface Destination {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Further paths under which the rail shows this place as the current one. */
  readonly also?: readonly string[];
}

interface Place {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Its pages, the first of which it leads to, and what each needs. */
  readonly pages: readonly { readonly to: string; readonly permission?: string }[];
  readonly also?: readonly string[];
}

const PLACES: readonly Place[] = [
  { label: messages.frame.home, icon: House, pages: [{ to: "/" }] },
  { label: messages.frame.dashboards, icon: LayoutDashboard, pages: [{ to: "/dashboards" }], also: ["/d"] },
  { label: messages.frame.playlists, icon: ListVideo, pages: [{ to: "/playlists" }] },
  { label: messages.frame.explore, icon: Compass, pages: [{ to: "/explore" }] },
  { label: messages.frame.workers, icon: Cpu, pages: [{ to: "/workers" }] },
  {
    label: messages.frame.walls,
    icon: MonitorPlay,
    pages: [{ to: "/walls", permission: "walls:read" }],
    also: ["/wall/pair"],
  },
  {
    label: messages.frame.people,
    icon: Users,
    pages: [
      { to: "/people/users", permission: "users:read" },
      { to: "/people/teams", permission: "teams:read" },
      { to: "/people/service-accounts", permission: "serviceaccounts:read" },
      { to: "/people/roles", permission: "roles:read" },
    ],
    also: ["/people"],
  },
  {
    label: messages.frame.access,
    icon: ShieldCheck,
    pages: [{ to: "/access/methods", permission: "identity.settings:write" }],
    also: ["/access"],
  },
  {
    label: messages.frame.audit,
    icon: ScrollText,
    pages: [
      { to: "/audit", permission: "identity:write" },
      { to: "/audit/changes", permission: "audit:read" },
    ],
    also: ["/audit"],
  },
  { label: messages.frame.inbox, icon: Inbox, pages: [{ to: "/inbox", permission: "mails:read" }] },
  {
    label: messages.frame.settings,
    icon: Settings,
    pages: [
      { to: "/settings/data-sources", permission: "datasources:read" },
      { to: "/settings/system", permission: "settings:read" },
    ],
    also: ["/settings"],
  },
];

/** The places that this person may go to, in the order of the rail, each with the first page of it that is theirs. */
export function destinationsOf(user: CurrentUser): readonly Destination[] {
  return PLACES.flatMap(({ pages, ...place }) => {
    const first = pages.find(({ permission }) => permission === undefined || may(user, permission));
    return first === undefined ? [] : [{ ...place, to: first.to }];
  });
}

export function isAt({ to, also = [] }: Destination, pathname: string): boolean {
  if (to === "/") return pathname === "/";
  return [to, ...also].some((path) => pathname === path || pathname.startsWith(`${path}/`));
}
