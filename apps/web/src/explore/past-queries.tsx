import { Button } from "../control/button.tsx";
import { exploreMessages as texts } from "./messages.ts";
import type { PastQuery } from "./query-history.ts";

interface PastQueriesProps {
  readonly queries: readonly PastQuery[];
  readonly onRun: (query: PastQuery) => void;
  readonly onForget: () => void;
}

/** What was run in this browser before, to be run again. */
export function PastQueries({ queries, onRun, onForget }: PastQueriesProps) {
  if (queries.length === 0) return null;
  return (
    <details className="v-explore-aid">
      <summary>{texts.history}</summary>
      <ul className="v-explore-names" aria-label={texts.history}>
        {queries.map((query) => (
          <li key={JSON.stringify(query)}>
            <Button kind="quiet" onPress={() => onRun(query)}>
              {query.expressions.join(" · ")}
            </Button>
          </li>
        ))}
      </ul>
      <div>
        <Button onPress={onForget}>{texts.forget}</Button>
      </div>
    </details>
  );
}
