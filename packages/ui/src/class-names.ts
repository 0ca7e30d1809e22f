/** The class of a component and those given beside it. */
export function classNames(own: string, given: string | undefined): string {
  return given === undefined || given === "" ? own : `${own} ${given}`;
}
