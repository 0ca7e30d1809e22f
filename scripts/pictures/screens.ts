import type { Page } from "playwright-core";
import type { Shop } from "./shop.ts";

/** Pages of the documentation, in the order in which somebody meets them. */
export const AREAS = {
  "getting-in": { title: "Getting in", lead: "Setting a server up, signing in, and what links in mails lead to." },
  dashboards: { title: "Home and dashboards", lead: "Finding dashboards, reading them, and what has become of them." },
  editing: { title: "Making dashboards", lead: "New dashboards, panels, layout, settings, and everything as JSON." },
  walls: { title: "Playlists and walls", lead: "Dashboards that take turns, on the screens of a room." },
  exploring: {
    title: "Explore and workers",
    lead: "Questions to the metric store, and how workers of workflows are doing.",
  },
  people: { title: "People", lead: "Who there is, in which team, and who may do what." },
  access: { title: "Access", lead: "Who may sign in how. Each setting says where its value comes from." },
  account: { title: "Your account", lead: "Profile, ways to sign in, sessions, tokens, and programs that you let in." },
  settings: {
    title: "Settings, audit and help",
    lead: "Data sources, the state of the server, what was done, and keys.",
  },
} as const;

export type AreaName = keyof typeof AREAS;

/** One screen of the documentation, and how to come there. */
export interface Screen {
  /** Of its files. */
  readonly name: string;
  readonly area: AreaName;
  /** As the routes of the app have it. Every route that is a page has a screen. */
  readonly route: string;
  readonly title: string;
  /** For somebody who has not seen it: what it is for. */
  readonly about: string;
  /** Where the route has gaps, or a query shows more. */
  readonly path?: string | ((shop: Shop) => string);
  /** Who sees it; the administrator unless said otherwise. A newcomer comes before the server is set up. */
  readonly by?: "newcomer" | "stranger";
  /** What is done on the page before the picture. */
  readonly act?: (page: Page) => Promise<void>;
}

/** Widths of the pictures: a phone, a tablet, a laptop, a large screen. */
export const SIZES = [
  { width: 390, height: 844, name: "phone" },
  { width: 768, height: 1024, name: "tablet" },
  { width: 1440, height: 900, name: "laptop" },
  { width: 1920, height: 1080, name: "large screen" },
] as const;

export const THEMES = ["dark", "light"] as const;

/** Below `docs/`. */
export function pictureOf(screen: string, width: number, theme: (typeof THEMES)[number]): string {
  return `images/screens/${screen}-${width}-${theme}.webp`;
}

const GETTING_IN: readonly Screen[] = [
  {
    name: "set-up",
    area: "getting-in",
    route: "/setup",
    by: "newcomer",
    path: (shop) => shop.setUpPath,
    title: "Set-up",
    about:
      "The first start prints a link to this page. Whoever opens it becomes the administrator; the link then is spent.",
  },
  {
    name: "sign-in",
    area: "getting-in",
    route: "/sign-in",
    by: "stranger",
    title: "Sign-in",
    about:
      "With a password, a code, a passkey, a provider, or the single sign-on of a company: what administrators allow.",
  },
  {
    name: "forgot",
    area: "getting-in",
    route: "/sign-in/forgot",
    by: "stranger",
    title: "Forgotten password",
    about: "Sends a mail with a link and a code. It says the same whether the address is known or not.",
  },
  {
    name: "verify",
    area: "getting-in",
    route: "/sign-in/verify",
    by: "stranger",
    title: "Sign-in by code",
    about: "A link and a code by mail, or a code by text message, in place of a password.",
    act: async (page) => {
      await page.getByLabel("E-mail").fill("lucia@example.com");
      await page.getByRole("button", { name: "Send" }).first().click();
      await page.getByRole("textbox", { name: /code/i }).waitFor();
    },
  },
  {
    name: "single-sign-on",
    area: "getting-in",
    route: "/sign-in/sso",
    by: "stranger",
    title: "Single sign-on",
    about: "Asks for the domain of a company and goes on at its identity provider.",
  },
  {
    name: "sign-up",
    area: "getting-in",
    route: "/sign-up",
    by: "stranger",
    title: "Sign-up",
    about: "Making an account of one's own, where administrators let people do that.",
  },
  {
    name: "join",
    area: "getting-in",
    route: "/join",
    by: "stranger",
    path: (shop) => `/join?token_hash=${shop.inviteToken}&type=invite`,
    title: "Invitation",
    about: "Where the link of an invitation leads: choose a password, and be in.",
  },
  {
    name: "reset",
    area: "getting-in",
    route: "/reset",
    by: "stranger",
    path: (shop) => `/reset?token_hash=${shop.recoveryToken}&type=recovery`,
    title: "New password",
    about: "Where the link of a forgotten password leads.",
  },
  {
    name: "confirm",
    area: "getting-in",
    route: "/confirm",
    by: "stranger",
    // A link that works would lead on at once.
    path: "/confirm?error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired",
    title: "Confirmation",
    about: "Where the link of a mail leads that confirms an address, or signs in. A link works once.",
  },
  {
    name: "link-error",
    area: "getting-in",
    route: "/sign-in/error",
    by: "stranger",
    path: "/sign-in/error?error=account_not_linked",
    title: "A sign-in that did not work",
    about: "What happened, what you can do, and what an administrator can do.",
  },
  {
    name: "consent",
    area: "getting-in",
    route: "/oauth/consent",
    path: (shop) => shop.consentPath,
    title: "Letting a program in",
    about: "Another program asks to sign you in with your account here, and says what it would learn.",
  },
];

const DASHBOARDS: readonly Screen[] = [
  {
    name: "home",
    area: "dashboards",
    route: "/",
    title: "Home",
    about:
      "Starred and recently viewed dashboards, panels beyond their limits, walls, and the next steps of a new server.",
  },
  {
    name: "palette",
    area: "dashboards",
    route: "/",
    title: "Command palette",
    about: "Ctrl+K or ⌘K: go anywhere, find any dashboard, do anything, without a mouse.",
    act: async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").fill("sh");
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "dashboards",
    area: "dashboards",
    route: "/dashboards",
    title: "List of dashboards",
    about:
      "Searched by words of titles, tags, panels and folders. Select several to move, tag, star, export or delete them.",
  },
  {
    name: "cards",
    area: "dashboards",
    route: "/dashboards",
    path: "/dashboards?view=cards",
    title: "Dashboards as cards",
    about: "The same list with a small picture of each dashboard.",
  },
  {
    name: "folder",
    area: "dashboards",
    route: "/dashboards/f/:folder",
    path: "/dashboards/f/shop",
    title: "Folder",
    about: "The dashboards and folders in a folder, and who may see and change them.",
  },
  {
    name: "dashboard",
    area: "dashboards",
    route: "/d/:uid",
    path: "/d/shop",
    title: "Dashboard",
    about:
      "The range of time, the variables and the open panel stand in the address, so that a link shows the same to others.",
  },
  {
    name: "variables",
    area: "dashboards",
    route: "/d/:uid",
    path: "/d/checkout?var-service=checkout&var-service=payments",
    title: "Dashboard with variables",
    about: "One dashboard for all services: choose which above the panels. On a phone panels stand in one column.",
  },
  {
    name: "time-range",
    area: "dashboards",
    route: "/d/:uid",
    path: "/d/shop",
    title: "Range of time",
    about: "Quick ranges, a beginning and an end, or typed: “now-3h to now-1h”. The keys t and then an arrow shift it.",
    act: async (page) => page.locator("[data-time-range]").click(),
  },
  {
    name: "panel",
    area: "dashboards",
    route: "/d/:uid",
    path: "/d/shop?viewPanel=8",
    title: "One panel",
    about: "A panel on a page of its own, by the key v or its menu. Escape leads back.",
  },
  {
    name: "versions",
    area: "dashboards",
    route: "/d/:uid/history",
    path: "/d/shop/history",
    title: "Versions",
    about: "Who saved what and when. Any two can be compared; taking one back makes a new version.",
  },
  {
    name: "trash",
    area: "dashboards",
    route: "/dashboards/trash",
    title: "Trash",
    about: "Deleted dashboards, which can be taken back.",
  },
  {
    name: "snapshots",
    area: "dashboards",
    route: "/dashboards/snapshots",
    title: "Snapshots",
    about: "Dashboards with the data of one moment, who may see them and until when.",
  },
  {
    name: "snapshot",
    area: "dashboards",
    route: "/snapshots/:key",
    path: (shop) => `/snapshots/${shop.snapshotKey}`,
    title: "Snapshot",
    about: "A dashboard as it was: nothing is asked anew, and nothing moves.",
  },
  {
    name: "public-snapshot",
    area: "dashboards",
    route: "/public/snapshots/:key",
    by: "stranger",
    path: (shop) => `/public/snapshots/${shop.publicSnapshotKey}`,
    title: "Public snapshot",
    about: "For whoever has the address, without a sign-in; administrators allow it.",
  },
  {
    name: "not-found",
    area: "dashboards",
    route: "*",
    path: "/no-such-page",
    title: "No such page",
    about: "An address that leads nowhere says so, and leads home or to a search.",
  },
];

const EDITING: readonly Screen[] = [
  {
    name: "new-dashboard",
    area: "editing",
    route: "/dashboards/new",
    title: "New dashboard",
    about: "Empty, or from one of the templates.",
  },
  {
    name: "import",
    area: "editing",
    route: "/dashboards/import",
    title: "Import",
    about: "Takes dashboards of other servers as files or text. What is not known here is kept and named.",
  },
  {
    name: "layout",
    area: "editing",
    route: "/d/:uid/edit",
    path: "/d/shop/edit",
    title: "Editing a dashboard",
    about:
      "At its place, with the options of what is chosen beside it. Panels are moved and resized by pointer, keyboard or numbers. Every step can be undone, and a draft is kept.",
  },
  {
    name: "panel-editor",
    area: "editing",
    route: "/d/:uid/panels/:id/edit",
    path: "/d/shop/panels/7/edit",
    title: "Panel",
    about: "Query, live picture and options of a panel. Nothing is applied anywhere: what you see is the draft.",
  },
  {
    name: "dashboard-settings",
    area: "editing",
    route: "/d/:uid/settings",
    path: "/d/checkout/settings",
    title: "Settings of a dashboard",
    about: "Title, tags, variables, events and links.",
  },
  {
    name: "json",
    area: "editing",
    route: "/d/:uid/json",
    path: "/d/shop/json",
    title: "Dashboard as JSON",
    about: "The whole document. Where it is wrong, the editor says where and why.",
  },
];

const WALLS: readonly Screen[] = [
  {
    name: "wall",
    area: "walls",
    route: "/wall/:playlist",
    path: "/wall/shop-wall",
    title: "Wall",
    about:
      "A playlist, full screen, day and night. The last good data stay when the network is gone. A wall is always dark.",
  },
  {
    name: "playlists",
    area: "walls",
    route: "/playlists",
    title: "Playlists",
    about: "What there is to show on walls.",
  },
  {
    name: "playlist-new",
    area: "walls",
    route: "/playlists/new",
    title: "New playlist",
    about: "A title, an interval, and dashboards by name or by tag.",
  },
  {
    name: "playlist",
    area: "walls",
    route: "/playlists/:name",
    path: "/playlists/shop-wall",
    title: "Playlist",
    about:
      "Order, time and range of each item, and how long a round takes. A tag says how many dashboards have it now.",
  },
  {
    name: "walls",
    area: "walls",
    route: "/walls",
    title: "Walls",
    about: "What each screen shows now. Next, pause and identify from here, a message over everything, darker nights.",
  },
  {
    name: "pair-wall",
    area: "walls",
    route: "/wall/pair",
    title: "Pairing a wall",
    about: "A new wall shows a code. Type it here, give the wall a name and a playlist: nobody signs in at the screen.",
  },
];

const EXPLORING: readonly Screen[] = [
  {
    name: "explore",
    area: "exploring",
    route: "/explore",
    path: `/explore?${new URLSearchParams({ expr: "sum by (service) (rate(http_requests_total[5m]))" })}`,
    title: "Explore",
    about:
      "A question to the metric store, with completion, as chart and table. It becomes a panel when it is worth keeping.",
  },
  {
    name: "workers",
    area: "exploring",
    route: "/workers",
    path: "/workers?namespace=shop",
    title: "Workers",
    about:
      "Queues, waiting times, slots and failures of workflow workers, whatever SDK they run; units are made the same.",
  },
];

const PEOPLE: readonly Screen[] = [
  {
    name: "users",
    area: "people",
    route: "/people/users",
    title: "Users",
    about: "Everybody with an account; found by address, number, name or id.",
  },
  {
    name: "invite",
    area: "people",
    route: "/people/users",
    path: "/people/users?invite=1",
    title: "Inviting",
    about: "The invited person gets a mail with a link; without a mail server it waits in the mail inbox.",
  },
  {
    name: "user",
    area: "people",
    route: "/people/users/:id",
    path: (shop) => `/people/users/${shop.personId}`,
    title: "One person",
    about:
      "Ways to sign in, roles and metadata in a sheet beside the list; j and k go on to the next. From here go a mail for a new password, and the order to lock somebody out.",
  },
  {
    name: "invitations",
    area: "people",
    route: "/people/invitations",
    title: "Invitations",
    about: "Who has not come yet, and until when the link works. Send it again, or take it back.",
  },
  {
    name: "teams",
    area: "people",
    route: "/people/teams",
    title: "Teams",
    about: "People who get their rights together.",
  },
  {
    name: "team",
    area: "people",
    route: "/people/teams/:id",
    path: (shop) => `/people/teams/${shop.teamId}`,
    title: "One team",
    about: "Members, roles, and the groups of an identity provider that fill the team at every sign-in.",
  },
  {
    name: "service-accounts",
    area: "people",
    route: "/people/service-accounts",
    title: "Service accounts",
    about: "Accounts of programs. They never sign in; they have tokens.",
  },
  {
    name: "service-account",
    area: "people",
    route: "/people/service-accounts/:id",
    path: (shop) => `/people/service-accounts/${shop.serviceAccountId}`,
    title: "One service account",
    about: "Its role and its tokens. A token is shown once, when it is made.",
  },
  {
    name: "roles",
    area: "people",
    route: "/people/roles",
    title: "Roles",
    about: "Roles of your own beside viewer, editor and administrator, made of permissions with scopes.",
  },
  {
    name: "inbox",
    area: "people",
    route: "/inbox",
    title: "Mail inbox",
    about: "Without a mail server, mails and text messages are kept here and never leave the server.",
  },
  {
    name: "mail",
    area: "people",
    route: "/inbox/:id",
    path: (shop) => `/inbox/${shop.mailId}`,
    title: "One mail",
    about: "The mail as its reader would see it.",
  },
];

const ACCESS: readonly Screen[] = [
  {
    name: "methods",
    area: "access",
    route: "/access/methods",
    title: "Methods",
    about: "Sign-up, codes, passwords, second factors, passkeys, wallets, sessions and captchas.",
  },
  {
    name: "providers",
    area: "access",
    route: "/access/providers",
    title: "Providers",
    about: "Identity providers from Apple to Zoom, and your own by OpenID Connect.",
  },
  {
    name: "provider",
    area: "access",
    route: "/access/providers/:name",
    path: "/access/providers/github",
    title: "One provider",
    about:
      "Client id, secret and callback address. “Try a sign-in” goes the whole way and shows each step, without making a user.",
  },
  {
    name: "provider-new",
    area: "access",
    route: "/access/providers/new",
    title: "A provider of your own",
    about: "Any provider that speaks OpenID Connect or OAuth 2.",
  },
  {
    name: "third-party",
    area: "access",
    route: "/access/third-party",
    title: "Third-party tokens",
    about: "Tokens of Firebase, Clerk, Auth0, Amazon Cognito, WorkOS and others open dashboards here.",
  },
  {
    name: "sso",
    area: "access",
    route: "/access/sso",
    title: "Single sign-on",
    about: "Identity providers of companies, by SAML 2.0 or OpenID Connect, and which domains are theirs.",
  },
  {
    name: "sso-provider",
    area: "access",
    route: "/access/sso/:id",
    path: (shop) => `/access/sso/${shop.ssoId}`,
    title: "One company's provider",
    about: "What its administrators need to know, what is known of it, and a trial sign-in that makes no user.",
  },
  {
    name: "hooks",
    area: "access",
    route: "/access/hooks",
    title: "Hooks",
    about:
      "Your own code takes part when people sign up, sign in or get mail. The last calls are shown with their answers.",
  },
  {
    name: "mail-settings",
    area: "access",
    route: "/access/mail",
    title: "Mail",
    about: "The mail server and the sender. A test shows the conversation with the server.",
  },
  {
    name: "templates",
    area: "access",
    route: "/access/templates",
    title: "Mail templates",
    about: "Every mail that is sent: links and codes, and notices of changes, which can be switched on.",
  },
  {
    name: "template",
    area: "access",
    route: "/access/templates/:kind",
    path: "/access/templates/invite",
    title: "One template",
    about: "Subject and text with a live preview, in several languages.",
  },
  {
    name: "sms",
    area: "access",
    route: "/access/sms",
    title: "Text messages",
    about: "The provider of text messages, their words, and numbers for tests.",
  },
  {
    name: "rate-limits",
    area: "access",
    route: "/access/rate-limits",
    title: "Limits",
    about: "How often somebody may try, and how many mails and messages go out.",
  },
  {
    name: "keys",
    area: "access",
    route: "/access/keys",
    title: "Signing keys",
    about: "The keys that sign access tokens. A new one stands by first, so that changing them signs nobody out.",
  },
  {
    name: "urls",
    area: "access",
    route: "/access/urls",
    title: "Addresses",
    about: "Where people land after a link, and to which other addresses links may lead.",
  },
  {
    name: "programs",
    area: "access",
    route: "/access/programs",
    title: "Programs",
    about: "Other programs that sign people in with Vedette, by OAuth 2.1 and OpenID Connect.",
  },
];

const ACCOUNT: readonly Screen[] = [
  {
    name: "account",
    area: "account",
    route: "/account",
    title: "Profile",
    about: "Name, address, number and password.",
  },
  {
    name: "identities",
    area: "account",
    route: "/account/identities",
    title: "Ways to sign in",
    about: "Linked accounts, passkeys, second factors and recovery codes.",
  },
  {
    name: "sessions",
    area: "account",
    route: "/account/sessions",
    title: "Sessions",
    about: "Where you are signed in. End one, or all others.",
  },
  {
    name: "account-tokens",
    area: "account",
    route: "/account/tokens",
    title: "API tokens",
    about: "Tokens with which one's own programs act as oneself: what each may, until when, and when it was used last.",
  },
  {
    name: "account-programs",
    area: "account",
    route: "/account/programs",
    title: "Programs with access",
    about: "Programs that you let in, and what they may know. Take it back at any time.",
  },
];

const SETTINGS: readonly Screen[] = [
  {
    name: "data-sources",
    area: "settings",
    route: "/settings/data-sources",
    title: "Data sources",
    about: "The built-in store, and any other that speaks Prometheus' language.",
  },
  {
    name: "tokens",
    area: "settings",
    route: "/settings/tokens",
    title: "API tokens",
    about: "The tokens of all service accounts: until when they work, when and from where they were used last.",
  },
  {
    name: "appearance",
    area: "settings",
    route: "/settings/appearance",
    title: "Appearance",
    about: "Theme, density, language, and whether single keys do things.",
  },
  {
    name: "system",
    area: "settings",
    route: "/settings/system",
    title: "System",
    about: "Version, database, sizes and jobs of this server.",
  },
  {
    name: "doctor",
    area: "settings",
    route: "/settings/doctor",
    title: "Doctor",
    about: "Whether a package of this installation is deprecated, out of support or there twice.",
  },
  {
    name: "audit",
    area: "settings",
    route: "/audit",
    title: "Audit log",
    about: "Who did what and when, to whom and from where; the details say the rest.",
  },
  {
    name: "changes",
    area: "settings",
    route: "/audit/changes",
    title: "Log of changes",
    about: "Who changed which dashboard, playlist, folder, team or wall, when and from where.",
  },
  {
    name: "shortcuts",
    area: "settings",
    route: "/help/shortcuts",
    title: "Keys",
    about: "Every key that does something; ? opens it anywhere.",
  },
  {
    name: "guides",
    area: "settings",
    route: "/help/guides",
    title: "Guides",
    about: "Everything that there is to read about this version, served by the server itself.",
  },
  {
    name: "guide",
    area: "settings",
    route: "/help/guides/:guide",
    path: "/help/guides/walls",
    title: "A guide",
    about: "What is empty leads to the one that tells of it.",
  },
  {
    name: "components",
    area: "settings",
    route: "/help/components",
    title: "Components",
    about: "The pagination of @vedette/ui, alive, with its code.",
  },
  {
    name: "component-table",
    area: "settings",
    route: "/help/components/:component",
    path: "/help/components/table",
    title: "Pagination of a list",
    about: "Variants, props, keys, accessibility, and code for React, Vue, Svelte, Angular and plain HTML.",
  },
  {
    name: "component-links",
    area: "settings",
    route: "/help/components/:component",
    path: "/help/components/links",
    title: "Links to pages",
    about: "The same about links to pages, which have addresses.",
  },
  {
    name: "component-nav",
    area: "settings",
    route: "/help/components/:component",
    path: "/help/components/nav",
    title: "Navigation of pages",
    about: "The same about the navigation of pages.",
  },
];

/** Everything there is a picture of. */
export const SCREENS: readonly Screen[] = [
  ...GETTING_IN,
  ...DASHBOARDS,
  ...EDITING,
  ...WALLS,
  ...EXPLORING,
  ...PEOPLE,
  ...ACCESS,
  ...ACCOUNT,
  ...SETTINGS,
];

/** Pages that nobody sees for longer than a moment, and addresses of a page that has a picture. */
export const WITHOUT_PICTURE: ReadonlyMap<string, string> = new Map([
  ["/setup/administrator", "is the set-up once there is an administrator"],
  ["/setup/address", "is the set-up once there is an administrator"],
  ["/setup/mail", "is the set-up once there is an administrator"],
  ["/setup/look-around", "is the set-up once there is an administrator"],
  ["/sign-in/provider", "takes the answer of a provider and goes on"],
  ["/help/reference/:guide", "looks as a guide"],
  ["/dashboards/f/:folder/:slug", "is the folder"],
  ["/d/:uid/:slug", "is the dashboard"],
]);
