/** Comma-separated text (RFC 4180). A text that a spreadsheet would run is kept from it; numbers stay numbers. */
export function csvText(lines: readonly (readonly (string | number)[])[]): string {
  return `${lines.map((cells) => cells.map(cellText).join(",")).join("\r\n")}\r\n`;
}

function cellText(cell: string | number): string {
  if (typeof cell === "number") return Number.isNaN(cell) ? "" : String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
