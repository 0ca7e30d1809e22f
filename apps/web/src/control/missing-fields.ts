import { createContext } from "react";

/** Whether the form was to be sent while a field that it needs was empty: such fields say so then. */
export const MissingFields = createContext(false);
