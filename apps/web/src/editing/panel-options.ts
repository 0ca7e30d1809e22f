import { translatedLater } from "../messages/translated-later.ts";
import { type Choice, hasChoices } from "./document-option.ts";
import { editingMessages } from "./messages.ts";
import { CHARTS } from "./options/charts.ts";
import { EVERY_KIND } from "./options/every-kind.ts";
import { CALCULATIONS, type PanelOption } from "./options/option-row.ts";
import { OTHER_KINDS } from "./options/other-kinds.ts";
import { SINGLE_VALUE_KINDS } from "./options/single-values.ts";

/** Every option that the editor offers; those of a document that are not here stay as they are. */
const ENGLISH_OPTIONS: readonly PanelOption[] = [...EVERY_KIND, ...CHARTS, ...SINGLE_VALUE_KINDS, ...OTHER_KINDS];

/** Every label and choice that is no name of the field itself, by its English. */
export const panelOptionTexts: Readonly<Record<string, string>> = translatedLater(
  "panelOptions",
  Object.fromEntries(
    ENGLISH_OPTIONS.flatMap(({ label, control }) => [
      label,
      ...(hasChoices(control) ? control.choices.filter((one) => one.id !== one.label) : []).map((one) => one.label),
    ]).map((text) => [text, text]),
  ),
);

const inWords = (text: string): string => panelOptionTexts[text] ?? text;

const PANEL_OPTIONS: readonly PanelOption[] = ENGLISH_OPTIONS.map(({ control, ...option }) => ({
  ...option,
  label: inWords(option.label),
  control: hasChoices(control)
    ? { ...control, choices: control.choices.map(({ id, label }) => ({ id, label: inWords(label) })) }
    : control,
}));

/** The options of a kind of panel whose names have the searched letters. */
export function optionsOf(kind: string, search: string): readonly PanelOption[] {
  const wanted = search.trim().toLowerCase();
  return PANEL_OPTIONS.filter(
    ({ kinds, label, group }) =>
      (kinds === undefined || kinds.includes(kind)) &&
      `${label} ${editingMessages.groups[group]}`.toLowerCase().includes(wanted),
  );
}

/** The option that stands at a place of a panel, as `options.legend.showLegend`. */
export function optionAt(kind: string, place: string): PanelOption | undefined {
  return PANEL_OPTIONS.find(
    ({ kinds, path }) => path.join(".") === place && (kinds === undefined || kinds.includes(kind)),
  );
}

/** Ways to make one value of many, in words. */
export const CALCULATION_CHOICES: readonly Choice[] = CALCULATIONS.map(({ id, label }) => ({
  id,
  label: inWords(label),
}));
