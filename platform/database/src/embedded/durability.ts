/** How many forced writes one commit and one checkpoint caused. */
interface ForcedWrites {
  readonly commit: number;
  readonly checkpoint: number;
}

/**
 * Commits something and makes a checkpoint, and looks whether the engine has forced both to the disk.
 *
 * @param countSyncs - how many writes were forced so far
 * @returns what the operator has to know when it has not
 */
export async function findLackOfDurability(
  session: { query(text: string): Promise<unknown> },
  countSyncs: () => Promise<number>,
): Promise<string | undefined> {
  const before = await countSyncs();
  await session.query("select pg_logical_emit_message(true, 'vedette', 'self-test')");
  const committed = await countSyncs();
  await session.query("checkpoint");
  const writes = { commit: committed - before, checkpoint: (await countSyncs()) - committed };
  return isDurable(writes)
    ? undefined
    : `The embedded store is NOT durable here: a commit forced ${writes.commit} writes to disk and a checkpoint ${writes.checkpoint}. A power cut can lose data. Use PostgreSQL (VEDETTE_DATABASE_URL).`;
}

function isDurable({ commit, checkpoint }: ForcedWrites): boolean {
  return commit > 0 && checkpoint > 0;
}
