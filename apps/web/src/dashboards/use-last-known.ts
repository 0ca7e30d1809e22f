import { useState } from "react";

interface Answer<Data> {
  readonly data: Data | undefined;
  readonly isPlaceholderData: boolean;
}

/**
 * The newest answer there was: one that fails leaves what was shown before.
 *
 * @param place - what the answers are about; those about another place are not kept
 */
export function useLastKnown<Data>({ data, isPlaceholderData }: Answer<Data>, place: string) {
  const [known, setKnown] = useState({ data, place });
  if (data === undefined) return { data: known.place === place ? known.data : undefined, isStale: true };
  if (data !== known.data || place !== known.place) setKnown({ data, place });
  return { data, isStale: isPlaceholderData };
}
