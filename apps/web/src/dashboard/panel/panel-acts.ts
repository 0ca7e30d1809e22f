import { createContext, use } from "react";

/** What a panel's picture can ask of the panel around it. */
export interface PanelActs {
  /** Shows the data as a table. */
  readonly openData: () => void;
}

export const PanelActsContext = createContext<PanelActs | undefined>(undefined);

/** `undefined` where nobody sits: on walls. */
export function usePanelActs(): PanelActs | undefined {
  return use(PanelActsContext);
}
