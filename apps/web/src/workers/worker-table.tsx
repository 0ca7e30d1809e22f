import { CATALOGUE, type CatalogueEntry, type MetricName } from "@vedette/worker-metrics";
import { Section } from "../control/section.tsx";
import { Table, WideHead } from "../control/table.tsx";
import { SecondLine, TableRow } from "../control/table-row.tsx";
import { SDK_NAMES, texts } from "./messages.ts";
import { NOTHING } from "./number-text.ts";

interface WorkerTableProps {
  readonly title: string;
  readonly lead: string;
  readonly columns: readonly string[];
  /** Cells of each row; the first names it. */
  readonly rows: readonly (readonly string[])[];
  /** What is said without rows: whose metric it is, or that all is well. */
  readonly without: { readonly metric: MetricName } | { readonly text: string };
}

/** One question about the workers, answered row by row. */
export function WorkerTable({ title, lead, columns, rows, without }: WorkerTableProps) {
  const [named, ...others] = columns;
  const head = (
    <>
      <th scope="col">{named}</th>
      {others.map((column) => (
        <WideHead key={column}>{column}</WideHead>
      ))}
    </>
  );
  return (
    <Section title={title} lead={lead}>
      {rows.length === 0 ? (
        <p className="v-workers-none">{"text" in without ? without.text : texts.notEmitted(sdksOf(without.metric))}</p>
      ) : (
        <Table hasSheets label={`${title}: ${columns.join(", ")}`} head={head}>
          {rows.map(([name = "", ...cells]) => (
            <TableRow key={`${name} ${cells[0]}`} name={name}>
              <th scope="row">
                {name}
                <SecondLine>{firstNumbers(others, cells)}</SecondLine>
              </th>
              {cells.map((cell, place) => (
                <td key={others[place]} className="v-cell-wide">
                  {cell}
                </td>
              ))}
            </TableRow>
          ))}
        </Table>
      )}
    </Section>
  );
}

/** What a phone shows of a row besides its name: the first two numbers that there are. */
function firstNumbers(columns: readonly string[], cells: readonly string[]): string {
  return cells
    .flatMap((cell, place) => (cell === NOTHING ? [] : [`${columns[place] ?? ""}: ${cell}`]))
    .slice(0, 2)
    .join(" · ");
}

function sdksOf(metric: MetricName): string[] {
  const { families }: CatalogueEntry = CATALOGUE[metric];
  return families.map((family) => SDK_NAMES[family]);
}
