/**
 * Huffman's code for symbols that occur so often: the bits of each, 0 for those that do not occur. Where several codes
 * are equally good it is the one of miniz_oxide.
 *
 * @param counts - of at most 512 symbols
 * @param longest - no code has more bits
 */
export function codeLengths(counts: Uint16Array, longest: number): Uint8Array {
  const used = usedSymbols(counts);
  const symbolsByLength = leavesByDepth(used, longest);
  fit(symbolsByLength);
  const lengths = new Uint8Array(counts.length);
  // The rarest come first and get the longest codes.
  let at = used.length;
  for (let length = 1; length <= longest; length += 1) {
    for (let left = symbolsByLength[length] ?? 0; left > 0; left -= 1) {
      at -= 1;
      lengths[(used[at] ?? 0) & 511] = length;
    }
  }
  return lengths;
}

/** Those that occur, each with its count above its number: the rarest come first, among equals the lower number. */
function usedSymbols(counts: Uint16Array): Uint32Array {
  const used = new Uint32Array(counts.length);
  let end = 0;
  for (let symbol = 0; symbol < counts.length; symbol += 1) {
    const count = counts[symbol] ?? 0;
    if (count === 0) continue;
    used[end] = (count << 9) | symbol;
    end += 1;
  }
  return used.subarray(0, end).sort();
}

/** How many leaves of Huffman's tree lie at each depth; those that lie too deep count at the last one. */
function leavesByDepth(ascending: Uint32Array, longest: number): Uint16Array {
  const leaves = ascending.length;
  const counts = new Uint16Array(longest + 1);
  if (leaves < 2) {
    counts[1] = leaves;
    return counts;
  }
  const parents = parentsOf(ascending);
  const depths = new Uint16Array(parents.length);
  for (let at = parents.length - 2; at >= 0; at -= 1) {
    const depth = (depths[parents[at] ?? 0] ?? 0) + 1;
    depths[at] = depth;
    if (at < leaves) counts[Math.min(depth, longest)] = (counts[Math.min(depth, longest)] ?? 0) + 1;
  }
  return counts;
}

/** Joins the two lightest until one is left. Behind the leaves stand the nodes in the order in which they are made. */
function parentsOf(ascending: Uint32Array): Uint16Array {
  const leaves = ascending.length;
  const weights = new Uint32Array(2 * leaves - 1);
  const parents = new Uint16Array(weights.length);
  for (let at = 0; at < leaves; at += 1) weights[at] = (ascending[at] ?? 0) >> 9;
  let [leaf, node] = [0, leaves];
  for (let child = 0; child < 2 * (leaves - 1); child += 1) {
    const next = leaves + (child >> 1);
    const isNode = node < next && (leaf >= leaves || (weights[node] ?? 0) < (weights[leaf] ?? 0));
    const taken = isNode ? node++ : leaf++;
    parents[taken] = next;
    weights[next] = (weights[next] ?? 0) + (weights[taken] ?? 0);
  }
  return parents;
}

/** Moves what lay too deep up, and others down for it, until the codes fit again. */
function fit(counts: Uint16Array): void {
  const longest = counts.length - 1;
  let over = -(2 ** longest);
  for (let depth = 1; depth <= longest; depth += 1) over += (counts[depth] ?? 0) * 2 ** (longest - depth);
  for (; over > 0; over -= 1) {
    let above = longest - 1;
    while (above > 0 && counts[above] === 0) above -= 1;
    counts[longest] = (counts[longest] ?? 0) - 1;
    counts[above] = (counts[above] ?? 0) - 1;
    counts[above + 1] = (counts[above + 1] ?? 0) + 2;
  }
}

/** The codes of RFC 1951, 3.2.2, with their bits in the order in which they are written. */
export function codesOf(lengths: Uint8Array): Uint16Array {
  const next = new Uint16Array(16);
  for (const length of lengths) if (length > 0) next[length] = (next[length] ?? 0) + 1;
  // From how many codes of a length there are to the first of them.
  let [code, shorter] = [0, 0];
  for (let length = 1; length < next.length; length += 1) {
    code = (code + shorter) << 1;
    shorter = next[length] ?? 0;
    next[length] = code;
  }
  const codes = new Uint16Array(lengths.length);
  for (let symbol = 0; symbol < lengths.length; symbol += 1) {
    const length = lengths[symbol] ?? 0;
    if (length === 0) continue;
    codes[symbol] = reversed(next[length] ?? 0, length);
    next[length] = (next[length] ?? 0) + 1;
  }
  return codes;
}

function reversed(code: number, bits: number): number {
  let turned = 0;
  for (let at = 0; at < bits; at += 1) turned |= ((code >> at) & 1) << (bits - 1 - at);
  return turned;
}
