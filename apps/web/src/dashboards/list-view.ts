import { recall, remember } from "../browser-memory.ts";
import type { ListAddress } from "../frame/list-address.ts";

const KEY = "vedette.dashboards-view";

/** Whether dashboards are shown as cards rather than as a table: as the address says, else as this browser did last. */
export function useListView({ value, change }: ListAddress): {
  readonly areCards: boolean;
  readonly change: () => void;
} {
  const asked = value("view");
  const areCards = (asked === "" ? recall(KEY) : asked) === "cards";
  return {
    areCards,
    change: () => {
      remember(KEY, areCards ? null : "cards");
      change({ view: areCards ? "table" : "cards", page: value("page") });
    },
  };
}
