/** Whether somebody may not sign in at the moment. */
export function isBanned({ banned_until: bannedUntil }: { banned_until: Date | null }, now: Date): boolean {
  return bannedUntil !== null && bannedUntil > now;
}
