import { useQuery } from "@tanstack/react-query";
import type { AdHocFilter } from "@vedette/client/ad-hoc-filter";
import { labelNameInPath } from "@vedette/client/label-name";
import { Plus, X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Button, Dialog, DialogTrigger, Popover } from "react-aria-components";
import { Button as ActButton } from "../../control/button.tsx";
import { findDataSource } from "../data/data-source.ts";
import { dashboardMessages } from "../messages.ts";
import { textsOf } from "../model/json.ts";
import { readDataSource } from "../model/read-panel.ts";
import { AD_HOC_OPERATORS, type AdHocOperator, filterLine, filterText, readFilter } from "../model/variable/ad-hoc.ts";
import type { VariableValue } from "../model/variable/variable-value.ts";
import type { Session } from "../view/use-session.ts";
import "../../control/field.css";

interface VariableFiltersProps {
  readonly value: VariableValue;
  readonly session: Session;
  readonly onChoose: (values: readonly string[]) => void;
}

/** Conditions on labels that every query of a data source gets. */
export function VariableFilters({ value: { variable, chosen }, session, onChoose }: VariableFiltersProps) {
  const texts = dashboardMessages.filters;
  const [isOpen, setOpen] = useState(false);
  const filters = chosen.flatMap((text) => readFilter(text) ?? []);
  // An address without any condition is not one that says nothing: the document's own would come back.
  const choose = (next: readonly AdHocFilter[]) => onChoose(next.length === 0 ? [""] : next.map(filterText));
  const add = (filter: AdHocFilter) => {
    setOpen(false);
    choose([...filters, filter]);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a row of chips
    <span className="v-filter-chips" role="group" aria-label={variable.label}>
      {filters.map((filter, at) => (
        <Button
          key={filterText(filter)}
          className="v-variable"
          aria-label={texts.remove(filterLine(filter))}
          onPress={() => choose(filters.filter((_, other) => other !== at))}
        >
          <span className="v-variable-value">{filterLine(filter)}</span>
          <X aria-hidden />
        </Button>
      ))}
      <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <Button className="v-variable" aria-label={`${variable.label}: ${texts.add}`}>
          <Plus aria-hidden />
          <span className="v-variable-name">{texts.add}</span>
        </Button>
        <Popover className="v-popover" placement="bottom start" offset={4}>
          <Dialog className="v-filter-dialog" aria-label={texts.add}>
            <NewFilter session={session} dataSource={variable.dataSource} onAdd={add} />
          </Dialog>
        </Popover>
      </DialogTrigger>
    </span>
  );
}

interface NewFilterProps {
  readonly session: Session;
  readonly dataSource: unknown;
  readonly onAdd: (filter: AdHocFilter) => void;
}

function NewFilter({ session, dataSource, onAdd }: NewFilterProps) {
  const texts = dashboardMessages.filters;
  const [key, setKey] = useState("");
  const [operator, setOperator] = useState<AdHocOperator>("=");
  const [value, setValue] = useState("");
  const id = useId();
  const keys = useNames(session, dataSource, "labels");
  const name = key.trim();
  const values = useNames(session, dataSource, name === "" ? undefined : `label/${labelNameInPath(name)}/values`);
  const filter = readFilter(filterText({ key: name, operator, values: [value] }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (filter !== undefined) onAdd(filter);
  };
  return (
    <form className="v-filter-form" onSubmit={submit}>
      <label className="v-field">
        <span className="v-label">{texts.label}</span>
        <input className="v-input" list={`${id}-keys`} value={key} onChange={(event) => setKey(event.target.value)} />
      </label>
      <label className="v-field">
        <span className="v-label">{texts.operator}</span>
        <select
          className="v-input"
          value={operator}
          onChange={(event) => setOperator(AD_HOC_OPERATORS.find((one) => one === event.target.value) ?? "=")}
        >
          {AD_HOC_OPERATORS.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <label className="v-field">
        <span className="v-label">{texts.value}</span>
        <input
          className="v-input"
          list={`${id}-values`}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </label>
      <Names id={`${id}-keys`} names={keys} />
      <Names id={`${id}-values`} names={values} />
      <ActButton type="submit" kind="primary">
        {texts.apply}
      </ActButton>
    </form>
  );
}

/** As many as help while typing. */
const MOST_NAMES = 500;

function Names({ id, names }: { readonly id: string; readonly names: readonly string[] }) {
  return (
    <datalist id={id}>
      {names.slice(0, MOST_NAMES).map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}

/** What the data source knows; without an answer people type without help. */
function useNames({ sources = [], scope, span, ask }: Session, dataSource: unknown, path: string | undefined) {
  const source = findDataSource(readDataSource(dataSource), sources, scope);
  const base = source.kind === "prometheus" ? source.base : undefined;
  const { data } = useQuery({
    queryKey: ["names", base, path],
    enabled: base !== undefined && path !== undefined,
    queryFn: async ({ signal }) => {
      const parameters = [
        ["start", String(Math.floor(span.from / 1000))],
        ["end", String(Math.ceil(span.to / 1000))],
      ] as const;
      return textsOf((await ask({ base: base ?? "", path: path ?? "", parameters }, signal)).data);
    },
  });
  return data ?? [];
}
