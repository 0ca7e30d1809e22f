import { Trash2 } from "lucide-react";
import { IconButton } from "../control/icon-button.tsx";
import { Select } from "../control/select.tsx";
import { builderTexts as texts } from "./builder-messages.ts";
import { FILTER_OPERATORS, type LabelFilter } from "./built-query.ts";
import { OfferedField } from "./offered-field.tsx";

interface FilterRowProps {
  readonly filter: LabelFilter;
  readonly base: string;
  readonly metric: string;
  readonly error: string | undefined;
  readonly onChange: (filter: LabelFilter) => void;
  readonly onRemove: () => void;
}

/** A condition on a label. */
export function FilterRow({ filter, base, metric, error, onChange, onRemove }: FilterRowProps) {
  const { label, operator, value } = filter;
  return (
    <div className="v-query-filter">
      <OfferedField
        label={texts.label}
        value={label}
        names={{ base, path: "labels", metric }}
        error={error}
        onChange={(changed) => onChange({ ...filter, label: changed })}
      />
      <Select
        label={texts.operator}
        value={operator}
        options={FILTER_OPERATORS.map((id) => ({ id, label: texts.operators[id] }))}
        onChange={(changed) => onChange({ ...filter, operator: changed })}
      />
      <OfferedField
        label={texts.value}
        value={value}
        names={{ base, path: `label/${encodeURIComponent(label || "__name__")}/values`, metric }}
        onChange={(changed) => onChange({ ...filter, value: changed })}
      />
      <IconButton label={texts.removeFilter(label)} icon={<Trash2 aria-hidden />} onPress={onRemove} />
    </div>
  );
}
