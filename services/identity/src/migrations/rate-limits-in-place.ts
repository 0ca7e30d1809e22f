/**
 * A limiter is written with every request: without an index of the time it is written in place, and nothing piles up. Rows
 * are as many as there are clients, so the sweep can look at all of them.
 */
export const RATE_LIMITS_IN_PLACE = /* sql */ `
drop index if exists vedette.rate_limits_full_at_idx;
alter table vedette.rate_limits set (fillfactor = 50);
`;
