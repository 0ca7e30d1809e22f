/** Text that stays within one cell of a Markdown table. */
export function tableCell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
