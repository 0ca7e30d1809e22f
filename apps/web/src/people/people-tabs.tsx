import { may } from "../api/user.ts";
import { Tabs } from "../control/tabs.tsx";
import { useCurrentUser } from "../session/current-user.tsx";
import { texts } from "./messages.ts";

/** What its page needs. */
const PERMISSIONS = {
  users: "users:read",
  invitations: "users:write",
  teams: "teams:read",
  "service-accounts": "serviceaccounts:read",
  roles: "roles:read",
} as const satisfies Readonly<Record<keyof typeof texts.pages, string>>;

/** The pages about people and what each needs. */
export const PEOPLE_PAGES = Object.entries(PERMISSIONS).map(([name, permission]) => ({
  to: `/people/${name}`,
  label: texts.pages[name as keyof typeof PERMISSIONS], // the table's own keys
  permission,
}));

export function PeopleTabs() {
  const user = useCurrentUser();
  return <Tabs label={texts.users.title} tabs={PEOPLE_PAGES.filter(({ permission }) => may(user, permission))} />;
}
