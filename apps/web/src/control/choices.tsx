import { Label, Radio, RadioGroup } from "react-aria-components";
import "./choices.css";

interface ChoicesProps<Id extends string> {
  readonly label: string;
  readonly choices: readonly { readonly id: Id; readonly name: string; readonly text: string }[];
  readonly value: Id;
  readonly onChange: (value: Id) => void;
}

/** One of a few ways, each with a sentence about it. */
export function Choices<Id extends string>({ label, choices, value, onChange }: ChoicesProps<Id>) {
  const choose = (chosen: string) => {
    const choice = choices.find(({ id }) => id === chosen);
    if (choice !== undefined) onChange(choice.id);
  };
  return (
    <RadioGroup className="v-field" value={value} onChange={choose}>
      <Label className="v-label">{label}</Label>
      <div className="v-choices">
        {choices.map(({ id, name, text }) => (
          <Radio key={id} value={id} className="v-choice">
            <strong>{name}</strong>
            <span>{text}</span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
