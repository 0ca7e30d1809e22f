import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../control/button.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { SearchBox } from "../control/search-box.tsx";
import { exploreMessages as texts } from "./messages.ts";
import { groupMetrics, type MetricGroup, metricNamesQuery } from "./metric-names.ts";

interface MetricTreeProps {
  readonly source: string;
  readonly onPick: (name: string) => void;
}

/** All metrics of a data source, to be found and asked for. Nothing is loaded before somebody looks. */
export function MetricTree({ source, onPick }: MetricTreeProps) {
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState("");
  const { data, error, refetch } = useQuery({ ...metricNamesQuery(source), enabled: isOpen });
  const { groups, more } = groupMetrics(data ?? [], search);
  return (
    <details className="v-explore-aid" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.metrics}</summary>
      <SearchBox label={texts.search} value={search} onChange={setSearch} />
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && groups.length === 0 && <p className="v-hint">{texts.noMetrics}</p>}
      {groups.map((group) => (
        // What is searched for is shown; without a search groups keep closed what nobody asked for.
        <Group key={`${group.prefix} ${search}`} group={group} isOpen={search !== ""} onPick={onPick} />
      ))}
      {more > 0 && <p className="v-hint">{texts.moreMetrics(more)}</p>}
    </details>
  );
}

interface GroupProps {
  readonly group: MetricGroup;
  readonly isOpen: boolean;
  readonly onPick: (name: string) => void;
}

function Group({ group: { prefix, names }, isOpen, onPick }: GroupProps) {
  const list = (
    <ul className="v-explore-names" aria-label={prefix}>
      {names.map((name) => (
        <li key={name}>
          <Button kind="quiet" onPress={() => onPick(name)}>
            {name}
          </Button>
        </li>
      ))}
    </ul>
  );
  if (names.length === 1) return list;
  return (
    <details open={isOpen}>
      <summary>{`${prefix} (${names.length})`}</summary>
      {list}
    </details>
  );
}
