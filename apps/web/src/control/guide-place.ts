/** What empty pages say more about: guides, or headings of them. */
export const GUIDE_PLACES = [
  "accounts#api-tokens",
  "accounts#for-administrators",
  "dashboards",
  "dashboards#changing-a-panel",
  "dashboards#exploring",
  "dashboards#sharing",
  "mail",
  "oauth-server#connect-a-program",
  "oauth-server#what-people-see",
  "operation#the-audit-log-of-resources",
  "scraping",
  "single-sign-on",
  "teams",
  "teams#folders",
  "teams#service-accounts",
  "third-party-tokens",
  "walls",
  "walls#playlists",
] as const;

export type GuidePlace = (typeof GUIDE_PLACES)[number];
