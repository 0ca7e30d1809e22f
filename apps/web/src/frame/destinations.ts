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
import { type CurrentUser, hasEditorRole, mayAdminister } from "../api/user.ts";
import { messages } from "../messages/en.ts";

export interface Destination {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Further paths under which the rail shows this place as the current one. */
  readonly also?: readonly string[];
}

const FOR_ALL: readonly Destination[] = [
  { to: "/", label: messages.frame.home, icon: House },
  { to: "/dashboards", label: messages.frame.dashboards, icon: LayoutDashboard, also: ["/d"] },
  { to: "/playlists", label: messages.frame.playlists, icon: ListVideo },
  { to: "/explore", label: messages.frame.explore, icon: Compass },
  { to: "/workers", label: messages.frame.workers, icon: Cpu },
];

const FOR_EDITORS: readonly Destination[] = [
  { to: "/walls", label: messages.frame.walls, icon: MonitorPlay, also: ["/wall/pair"] },
];

const FOR_ADMINISTRATORS: readonly Destination[] = [
  { to: "/people/users", label: messages.frame.people, icon: Users, also: ["/people"] },
  { to: "/access/methods", label: messages.frame.access, icon: ShieldCheck, also: ["/access"] },
  { to: "/audit", label: messages.frame.audit, icon: ScrollText },
  { to: "/inbox", label: messages.frame.inbox, icon: Inbox },
  { to: "/settings/data-sources", label: messages.frame.settings, icon: Settings, also: ["/settings"] },
];

/** The places that this person may go to, in the order of the rail. */
export function destinationsOf(user: CurrentUser): readonly Destination[] {
  return [...FOR_ALL, ...(hasEditorRole(user) ? FOR_EDITORS : []), ...(mayAdminister(user) ? FOR_ADMINISTRATORS : [])];
}

export function isAt({ to, also = [] }: Destination, pathname: string): boolean {
  if (to === "/") return pathname === "/";
  return [to, ...also].some((path) => pathname === path || pathname.startsWith(`${path}/`));
}
