import {
  BookOpen,
  FilePlus2,
  FileUp,
  Keyboard,
  ListPlus,
  type LucideIcon,
  MonitorPlay,
  Trash2,
  UserPlus,
  UserRound,
} from "lucide-react";
import { texts as accessTexts } from "../access/messages.ts";
import { texts as accountTexts } from "../account/messages.ts";
import { type CurrentUser, may, mayDo } from "../api/user.ts";
import { folderTexts } from "../dashboards/folder-messages.ts";
import { importMessages } from "../dashboards/import-messages.ts";
import { messages } from "../messages/en.ts";
import { texts as peopleTexts } from "../people/messages.ts";
import { PEOPLE_PAGES } from "../people/people-tabs.tsx";
import { playlistTexts } from "../playlists/messages.ts";
import { texts as settingsTexts } from "../settings/messages.ts";
import { SETTINGS_PAGES } from "../settings/settings-tabs.tsx";
import { texts as wallTexts } from "../walls/messages.ts";
import { destinationsOf } from "./destinations.ts";
import { isNamed } from "./palette-place.ts";

interface PalettePage {
  readonly to: string;
  readonly label: string;
  /** The page that it stands on. */
  readonly about?: string;
  readonly icon: LucideIcon;
}

const ACTS: readonly (PalettePage & { readonly mayOpen: (user: CurrentUser) => boolean })[] = [
  {
    to: "/dashboards/new",
    label: messages.dashboards.create.title,
    icon: FilePlus2,
    mayOpen: (user) => mayDo(user, "dashboards:create"),
  },
  {
    to: "/dashboards/import",
    label: importMessages.title,
    icon: FileUp,
    mayOpen: (user) => mayDo(user, "dashboards:create"),
  },
];

/** What is offered only to who types its name: else the list would be longer than somebody reads. */
const FURTHER: typeof ACTS = [
  { to: "/playlists/new", label: playlistTexts.new, icon: ListPlus, mayOpen: (user) => mayDo(user, "playlists:write") },
  {
    to: "/people/users?invite=1",
    label: peopleTexts.users.inviteTitle,
    icon: UserPlus,
    mayOpen: (user) => mayDo(user, "users:write"),
  },
  { to: "/wall/pair", label: wallTexts.pairTitle, icon: MonitorPlay, mayOpen: (user) => mayDo(user, "walls:write") },
  {
    to: "/dashboards/trash",
    label: folderTexts.trash,
    about: messages.frame.dashboards,
    icon: Trash2,
    mayOpen: () => true,
  },
  { to: "/help/guides", label: messages.frame.guides, icon: BookOpen, mayOpen: () => true },
  { to: "/help/shortcuts", label: messages.frame.shortcuts, icon: Keyboard, mayOpen: () => true },
];

const ACCOUNT: readonly Omit<PalettePage, "icon">[] = [
  { to: "/account", label: accountTexts.tabs.profile },
  { to: "/account/identities", label: accountTexts.tabs.ways },
  { to: "/account/sessions", label: accountTexts.tabs.sessions },
  { to: "/account/tokens", label: accountTexts.tabs.tokens },
];

/** Pages and acts whose names hold what was typed, accents or not; the whole places first. */
export function palettePages(user: CurrentUser, query: string): readonly PalettePage[] {
  const places = destinationsOf(user);
  const isOpen = ({ mayOpen }: (typeof ACTS)[number]) => mayOpen(user);
  if (query === "") return [...places, ...ACTS.filter(isOpen)];
  const named = [...places, ...[...ACTS, ...FURTHER].filter(isOpen), ...subpagesOf(user)].filter(({ label }) =>
    isNamed(label, query),
  );
  // A place leads to its first page, which has a name of its own.
  return named.filter(({ to }, at) => named.findIndex((page) => page.to === to) === at);
}

function subpagesOf(user: CurrentUser): readonly PalettePage[] {
  const places = destinationsOf(user);
  const under = (
    title: string,
    pages: readonly { readonly to: string; readonly label: string; readonly permission?: string | undefined }[],
  ): readonly PalettePage[] => {
    const icon = places.find(({ label }) => label === title)?.icon ?? UserRound;
    return pages
      .filter(({ permission }) => permission === undefined || may(user, permission))
      .map(({ to, label }) => ({ to, label, about: title, icon }));
  };
  const access = Object.entries(accessTexts.pages).map(([name, label]) => ({
    to: `/access/${name}`,
    label,
    permission: "identity.settings:write",
  }));
  return [
    ...under(peopleTexts.users.title, PEOPLE_PAGES),
    ...under(accessTexts.title, access),
    ...under(settingsTexts.title, SETTINGS_PAGES),
    ...under(accountTexts.title, ACCOUNT),
  ];
}
