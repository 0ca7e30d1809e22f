/** The rows of comma- or tab-separated text (RFC 4180); nothing when it is no table. */
export function csvRows(text: string, most: number): readonly (readonly string[])[] | undefined {
  const trimmed = text.trim();
  const separator = /^[^\r\n]*\t/.test(trimmed) ? "\t" : ",";
  const rows = rowsOf(trimmed, separator, most);
  const columns = rows[0]?.length ?? 0;
  const isTable = rows.length > 1 && columns > 1 && rows.every(({ length }) => length === columns);
  return isTable ? rows : undefined;
}

/** What rows are made of: a cell in quotes with all that is between them, an end of a line, a letter. */
const PARTS = /(?<=(?:^|[,\t\n]) *)"([^"]*(?:""[^"]*)*)(?:"|$)|(\r?\n)|(.|\r)/g;

function rowsOf(text: string, separator: string, most: number): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  const endCell = () => {
    row.push(cell.trim());
    cell = "";
  };
  for (const [, quoted, end, letter] of text.matchAll(PARTS)) {
    if (quoted !== undefined) cell += quoted.replaceAll('""', '"');
    else if (letter === separator) endCell();
    else if (end === undefined) cell += letter;
    else {
      endCell();
      rows.push(row);
      if (rows.length === most) return rows;
      row = [];
    }
  }
  endCell();
  return [...rows, row];
}
