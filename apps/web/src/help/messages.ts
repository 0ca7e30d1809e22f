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
    {
      name: "On a dashboard",
      keys: [
        { keys: ["e"], does: "Edit the panel in hand, or the layout" },
        { keys: ["v"], does: "Show the panel in hand alone, and back" },
        { keys: ["t", "t"], does: "Choose the time range" },
        { keys: ["t", "←"], does: "Earlier by one range" },
        { keys: ["t", "→"], does: "Later by one range" },
        { keys: ["t", "z"], does: "Zoom out" },
        { keys: ["t", "a"], does: "Keep the range as fixed times" },
        { keys: ["t", "c"], does: "Copy the range" },
        { keys: ["t", "v"], does: "Paste a range" },
        { keys: ["d", "r"], does: "Refresh" },
        { keys: ["d", "s"], does: "Settings" },
        { keys: ["d", "h"], does: "Versions" },
        { keys: ["d", "j"], does: "JSON" },
        { keys: ["d", "k"], does: "Present, and back" },
        { keys: ["f"], does: "Full screen" },
      ],
    },
    {
      name: "While editing",
      keys: [
        { keys: ["Ctrl", "S"], does: "Save" },
        { keys: ["Ctrl", "Z"], does: "Undo" },
        { keys: ["Ctrl", "Shift", "Z"], does: "Redo" },
        { keys: ["Enter"], does: "On a handle: take the panel, and drop it" },
        { keys: ["←", "↑", "→", "↓"], does: "Move the panel in hand" },
        { keys: ["Shift", "→"], does: "Resize the panel in hand" },
      ],
    },
    {
      name: "In a chart",
      keys: [
        { keys: ["←", "→"], does: "Point by point" },
        { keys: ["Home"], does: "First point" },
        { keys: ["End"], does: "Last point" },
      ],
    },
  ],
} as const);
