import { dashboardMessages } from "../messages.ts";
import { isAll, textOfValue, type VariableValue } from "../model/variable/variable-value.ts";

/** What is chosen, in the language of the page; in queries and titles of a document "All" stays as it is. */
export function chosenText(value: VariableValue): string {
  return isAll(value.chosen) ? dashboardMessages.variable.all : textOfValue(value);
}
