/** What somebody has chosen, while it is offered; what is offered alone needs no choice. */
export function chosenOf<Option extends { readonly id: string }>(
  options: readonly Option[],
  chosen: string,
): Option | undefined {
  return options.length === 1 ? options[0] : options.find(({ id }) => id === chosen);
}
