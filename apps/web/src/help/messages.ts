import { translated } from "../messages/translated.ts";

/** Every text of the page of keyboard shortcuts, in English; other languages stand in `messages/`. */
export const shortcutMessages = translated("shortcuts", {
  title: "Keyboard shortcuts",
  note: "Single letters work while no field has the focus.",
  groups: [
    {
      name: "Everywhere",
      keys: [
        { keys: ["Ctrl", "K"], does: "Go to a page or dashboard" },
        { keys: ["/"], does: "Search the list" },
        { keys: ["["], does: "Previous page of a list" },
        { keys: ["]"], does: "Next page of a list" },
        { keys: ["?"], does: "Show this page" },
        { keys: ["Esc"], does: "Close the innermost layer" },
      ],
    },
    {
      name: "Go to",
      keys: [
        { keys: ["g", "h"], does: "Home" },
        { keys: ["g", "d"], does: "Dashboards" },
        { keys: ["g", "e"], does: "Explore" },
        { keys: ["g", "p"], does: "Playlists" },
        { keys: ["g", "u"], does: "People" },
        { keys: ["g", "s"], does: "Data sources" },
      ],
    },
  ],
} as const);
