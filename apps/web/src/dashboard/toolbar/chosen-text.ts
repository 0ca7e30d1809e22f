import { dashboardMessages } from "../messages.ts";
import { isAll, textOfValue, textsOfValue, type VariableValue } from "../model/variable/variable-value.ts";

/** Letters of a chip. */
const ROOM = 32;

/** What is chosen, in the language of the page; in queries and titles of a document "All" stays as it is. */
export function chosenText(value: VariableValue): string {
  return isAll(value.chosen) ? dashboardMessages.variable.all : textOfValue(value);
}

/** The first of what is chosen, and how many more there are where they do not fit a chip: `ann + bob +3`. */
export function shortChosenText(value: VariableValue): string {
  const whole = chosenText(value);
  const texts = textsOfValue(value);
  if (whole.length <= ROOM || texts.length < 2) return whole;
  let count = 1;
  while (texts.slice(0, count + 1).join(" + ").length <= ROOM) count += 1;
  return `${texts.slice(0, count).join(" + ")} ${dashboardMessages.variable.more(texts.length - count)}`;
}
