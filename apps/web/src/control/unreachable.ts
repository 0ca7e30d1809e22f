import { createContext } from "react";

/** Whether the server cannot be reached, where the page around says so and since when: changes wait until it is back. */
export const UnreachableContext = createContext(false);

/** Whether what stands here changes something. What is sent by a form does anyway. */
export const ChangeContext = createContext(false);
