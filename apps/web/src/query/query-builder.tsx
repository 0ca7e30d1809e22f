import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../control/button.tsx";
import { IconButton } from "../control/icon-button.tsx";
import { Select } from "../control/select.tsx";
import { builderTexts as texts } from "./builder-messages.ts";
import {
  type BuiltQuery,
  isLabelName,
  isMetricName,
  OPERATION_NAMES,
  type Operation,
  queryText,
  withOperation,
} from "./built-query.ts";
import { FilterRow } from "./filter-row.tsx";
import { OfferedField } from "./offered-field.tsx";
import { OperationRow } from "./operation-row.tsx";
import { readQuery } from "./read-query.ts";
import "./query-builder.css";

interface QueryBuilderProps {
  /** What the query is called. */
  readonly label: string;
  /** PromQL, as it is typed beside the builder. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** Path of the Prometheus API that knows the names. */
  readonly base: string;
}

/** A query in parts that are chosen. The text beside it is the same query: what is changed in one is seen in the other. */
export function QueryBuilder({ label, text, onChange, base }: QueryBuilderProps) {
  const [draft, setDraft] = useState<{ readonly text: string; readonly query: BuiltQuery }>();
  // What is not finished, as a label without a name, stands in no text.
  const query = draft?.text === text ? draft.query : readQuery(text);
  const name = texts.of(label);
  if (query === undefined) {
    return (
      <p className="v-hint" role="status">
        {texts.notShown}
      </p>
    );
  }
  const { metric, filters, operations } = query;
  const change = (part: Partial<BuiltQuery>) => {
    const changed = { ...query, ...part };
    const written = queryText(changed);
    setDraft({ text: written, query: changed });
    onChange(written);
  };
  const setOperation = (at: number, changed: Operation) => change({ operations: operations.with(at, changed) });
  return (
    <fieldset className="v-query-builder" aria-label={name}>
      <OfferedField
        label={texts.metric}
        value={metric}
        names={{ base, path: "label/__name__/values" }}
        error={metric === "" || isMetricName(metric) ? undefined : texts.noMetric}
        onChange={(changed) => change({ metric: changed })}
      />
      {filters.map((filter, at) => (
        <FilterRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place
          key={at}
          filter={filter}
          base={base}
          metric={metric}
          error={filter.label === "" || isLabelName(filter.label) ? undefined : texts.noLabel}
          onChange={(changed) => change({ filters: filters.with(at, changed) })}
          onRemove={() => change({ filters: filters.toSpliced(at, 1) })}
        />
      ))}
      <div>
        <Button
          icon={<Plus aria-hidden />}
          onPress={() => change({ filters: [...filters, { label: "", operator: "=", value: "" }] })}
        >
          {texts.addFilter}
        </Button>
      </div>
      <ol className="v-query-operations" aria-label={texts.operations}>
        {operations.map((operation, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an operation is its place
          <li key={at}>
            <OperationRow operation={operation} onChange={(changed) => setOperation(at, changed)} />
            <IconButton
              label={texts.remove(operation.name)}
              icon={<Trash2 aria-hidden />}
              onPress={() => change({ operations: operations.toSpliced(at, 1) })}
            />
          </li>
        ))}
      </ol>
      <Select
        label={texts.add}
        isLabelHidden
        value=""
        options={[{ id: "", label: texts.add }, ...OPERATION_NAMES.map((id) => ({ id, label: id }))]}
        onChange={(added) => change({ operations: withOperation(operations, added) })}
      />
    </fieldset>
  );
}
