import { translated } from "../messages/translated.ts";

/** The texts of the home page. */
export const homeTexts = translated("home", {
  title: "Home",
  recent: "Recently changed dashboards",
  all: "All dashboards",
  starred: "Starred dashboards",
  allStarred: "All starred",
  viewed: "Recently viewed",
  noRecent: "No dashboards yet",
  noRecentText: "Dashboards show what your data sources have measured.",
  beginnings: {
    make: { name: "New dashboard", text: "Begin with panels that draw at once, or with an empty grid." },
    import: { name: "Import one", text: "From a JSON file, also of another dashboard server." },
    demo: { name: "Open the demo", text: "Vedette's own mail queue, measured just now." },
  },
  valuesOf: "Picture:",
  firing: {
    title: "Beyond their thresholds now",
    comparing: "Comparing values with their critical thresholds …",
    none: (compared: number) =>
      compared === 1
        ? "The one panel with a critical threshold is within it."
        : `All ${compared} panels with a critical threshold are within it.`,
    nothing: "No panel of the dashboards below has a critical threshold.",
    left: (left: number) => `${left === 1 ? "1 more panel" : `${left} more panels`} could not be compared.`,
    failed: "The values could not be compared.",
    others: (others: number) => `and ${others} more`,
  },
  walls: "Start a wall",
  allPlaylists: "All playlists",
  wall: (items: number, interval: string) => `${items === 1 ? "1 item" : `${items} items`}, ${interval} each`,
  checklist: "First steps",
  done: (done: number, all: number) => `${done} of ${all} done`,
  isDone: "Done.",
  dismiss: "Put the checklist away",
  steps: {
    workers: { name: "See the delivery workers", text: "A live dashboard of Vedette's own mail queue." },
    mail: { name: "Set up mail", text: "Until then mail goes to the team only; that is not for production." },
    methods: { name: "Choose how people sign in", text: "Passwords, codes, passkeys, other services." },
    invite: { name: "Invite a colleague", text: "They choose a password from a link in a mail." },
    dashboard: { name: "Make a dashboard", text: "Begin with one that draws, or import your own." },
    wall: { name: "Put up a wall", text: "A playlist shows dashboards in turn on a big screen." },
  },
});
