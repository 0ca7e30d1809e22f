import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Button } from "../control/button.tsx";
import { IconButton } from "../control/icon-button.tsx";
import { Select } from "../control/select.tsx";
import { TextField } from "../control/text-field.tsx";
import { quickRangesOf } from "../dashboard/toolbar/quick-ranges.ts";
import type { ItemQuery, ItemVariable } from "./item-query.ts";
import { itemTexts as texts } from "./messages.ts";

interface ItemLookProps {
  readonly query: ItemQuery;
  readonly onChange: (query: ItemQuery) => void;
}

/** Over which range, with which values and in which colours an item is shown. */
export function ItemLook({ query, onChange }: ItemLookProps) {
  const { variables } = query;
  const setVariable = (at: number, part: Partial<ItemVariable>) =>
    onChange({ ...query, variables: variables.map((one, index) => (index === at ? { ...one, ...part } : one)) });
  return (
    <>
      <ItemRange query={query} onChange={onChange} />
      <Select
        label={texts.theme}
        options={[
          { id: "", label: texts.themes.wall },
          { id: "dark", label: texts.themes.dark },
          { id: "light", label: texts.themes.light },
        ]}
        value={query.theme}
        onChange={(theme) => onChange({ ...query, theme })}
      />
      <fieldset className="v-playlist-variables">
        <legend className="v-label">{texts.variables}</legend>
        {variables.map(({ name, value }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a variable with several values comes once for each
          <div key={at} className="v-playlist-variable">
            <TextField
              label={texts.variable}
              value={name}
              onChange={(typed) => setVariable(at, { name: typed.trim().replace(/^\$/, "") })}
              placeholder="job"
              autoFocus={name === ""}
            />
            <TextField label={texts.value} value={value} onChange={(typed) => setVariable(at, { value: typed })} />
            <IconButton
              label={texts.removeVariable(name)}
              icon={<X aria-hidden />}
              onPress={() => onChange({ ...query, variables: variables.toSpliced(at, 1) })}
            />
          </div>
        ))}
        <Button
          kind="quiet"
          icon={<Plus aria-hidden />}
          onPress={() => onChange({ ...query, variables: [...variables, { name: "", value: "" }] })}
        >
          {texts.addVariable}
        </Button>
      </fieldset>
      {query.rest !== "" && (
        <TextField
          label={texts.rest}
          value={query.rest}
          onChange={(rest) => onChange({ ...query, rest })}
          hint={texts.restHint}
        />
      )}
    </>
  );
}

const OWN = "own";

function ItemRange({ query, onChange }: ItemLookProps) {
  const ranges = quickRangesOf({}).map(({ label, from, to }) => ({ id: `${from} ${to}`, label, from, to }));
  const { range } = query;
  const known = ranges.find(({ from, to }) => from === range?.from && to === range.to);
  const [isOwn, setOwn] = useState(range !== undefined && known === undefined);
  const { from, to } = range ?? { from: "now-1h", to: "now" };
  const choose = (id: string) => {
    const chosen = ranges.find((one) => one.id === id);
    setOwn(id === OWN);
    onChange({ ...query, range: id === OWN ? { from, to } : chosen && { from: chosen.from, to: chosen.to } });
  };
  return (
    <>
      <Select
        label={texts.range}
        options={[{ id: "", label: texts.rangeOfDashboard }, ...ranges, { id: OWN, label: texts.rangeOwn }]}
        value={isOwn ? OWN : (known?.id ?? "")}
        onChange={choose}
      />
      {isOwn && (
        <div className="v-playlist-times">
          <TextField
            label={texts.rangeFrom}
            value={from}
            onChange={(typed) => onChange({ ...query, range: { from: typed.trim(), to } })}
            hint={texts.rangeHint}
          />
          <TextField
            label={texts.rangeTo}
            value={to}
            onChange={(typed) => onChange({ ...query, range: { from, to: typed.trim() } })}
          />
        </div>
      )}
    </>
  );
}
