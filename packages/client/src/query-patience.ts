/**
 * How long an answer of the metric store is waited for, in milliseconds. Each waits longer than whom it asks, so that who
 * knows why it takes so long is who says so.
 */
export const QUERY_PATIENCE = {
  /** The server, for its own store; `metrics.query.timeout` ends a query before. */
  serverMs: 130_000,
  /** A wall's player, for the server. */
  playerMs: 135_000,
  /** A page, for the server or the player. */
  pageMs: 140_000,
} as const;
