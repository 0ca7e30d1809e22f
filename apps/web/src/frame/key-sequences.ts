/**
 * Every key without Ctrl that does something on some page, and every sequence of them, apart by blanks. Single characters
 * only. What each does stands on the page of shortcuts.
 *
 * @see those of other dashboard servers: `t z`, `t a`, `t c`, `t v`, `d r`, `d s`, `d k`, `e`, `v`, `g h`, `g d`, `g e`, `g p`
 */
export const KEY_SEQUENCES = [
  ...["/", "[", "]", "j", "k", "x", "s", "m", "?"],
  ...["g h", "g d", "g e", "g w", "g p", "g u", "g s"],
  ...["e", "a", "v", "f"],
  ...["p d", "p r", "p c"],
  ...["t t", "t z", "t a", "t c", "t v"],
  ...["d r", "d s", "d h", "d j", "d k"],
] as const;

export type KeySequence = (typeof KEY_SEQUENCES)[number];
