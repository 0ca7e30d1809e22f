/** The lines of comma- or tab-separated text (RFC 4180, a cell on one line); nothing when it is no table. */
export function csvRows(text: string, most: number): readonly (readonly string[])[] | undefined {
  const lines = text.trim().split(/\r?\n/).slice(0, most);
  const separator = lines[0]?.includes("\t") === true ? "\t" : ",";
  const rows = lines.map((line) => cellsOf(line, separator));
  const columns = rows[0]?.length ?? 0;
  const isTable = rows.length > 1 && columns > 1 && rows.every(({ length }) => length === columns);
  return isTable ? rows : undefined;
}

function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at);
    if (isQuoted && letter === '"' && line.charAt(at + 1) === '"') {
      cell += '"';
      at += 1;
    } else if (letter === '"') isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = "";
    } else cell += letter;
  }
  return [...cells, cell.trim()];
}
