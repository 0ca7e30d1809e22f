/**
 * The query of the address as it is now. The router's lags behind while a page is still drawn for the change before,
 * and what began with that one would take the change back.
 */
export function newestQuery(): URLSearchParams {
  return new URLSearchParams(window.location.search);
}

/** The query with all values of some names replaced; none takes the name away. */
export function withValues(
  query: URLSearchParams,
  changes: Readonly<Record<string, readonly string[]>>,
): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, values] of Object.entries(changes)) {
    next.delete(name);
    for (const value of values) next.append(name, value);
  }
  return next;
}
