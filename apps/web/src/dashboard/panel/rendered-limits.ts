/** Nobody tells more series apart, and a page that renders ten times as many does not react for seconds. */
export const MOST_SERIES = 1000;
/** A panel of more single values than these says nothing. */
export const MOST_VALUES = 60;
/** Rows of states beyond these say nothing. */
export const MOST_STATE_ROWS = 100;
/** Groups of bars beyond these are narrower than a pixel. */
export const MOST_GROUPS = 2000;
