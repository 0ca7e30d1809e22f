import { useState } from "react";
import { recall, remember } from "../browser-memory.ts";

const KEY = "vedette.dashboards-view";

/** Whether this browser shows dashboards as cards rather than as a table. */
export function useListView(): { readonly areCards: boolean; readonly change: () => void } {
  const [areCards, setCards] = useState(() => recall(KEY) === "cards");
  const change = () => {
    remember(KEY, areCards ? null : "cards");
    setCards(!areCards);
  };
  return { areCards, change };
}
