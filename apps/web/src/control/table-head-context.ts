import { createContext, type ReactNode } from "react";

/** The heads of the table around; none in the sheet of one of its rows, which is not to be sorted. */
export const TableHeadContext = createContext<ReactNode>(undefined);
