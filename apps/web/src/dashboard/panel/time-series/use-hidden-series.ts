import { useCallback, useMemo, useState } from "react";

/** Which series a person has put away with the legend, by name. */
export function useHiddenSeries(series: readonly { readonly name: string }[]) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => new Set());
  const names = useMemo(() => series.map(({ name }) => name), [series]);
  const choose = useCallback(
    (name: string, isMore: boolean) => setHidden((now) => (isMore ? toggled(now, name) : isolated(now, name, names))),
    [names],
  );
  return { hidden, choose };
}

function toggled(hidden: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(hidden);
  if (!next.delete(name)) next.add(name);
  return next;
}

/** One alone; all again when it was alone already. */
function isolated(hidden: ReadonlySet<string>, name: string, names: readonly string[]): ReadonlySet<string> {
  const isAlone = !hidden.has(name) && names.every((other) => other === name || hidden.has(other));
  return isAlone ? new Set() : new Set(names.filter((other) => other !== name));
}
