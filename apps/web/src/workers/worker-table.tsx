import { CATALOGUE, type CatalogueEntry, type MetricName } from "@vedette/worker-metrics";
import { Section } from "../control/section.tsx";
import { SheetRows } from "../control/sheet-rows.tsx";
import { Table } from "../control/table.tsx";
import { useIsPhone } from "../control/use-media.ts";
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
  const isNarrow = useIsPhone();
  return (
    <Section title={title} lead={lead}>
      {rows.length === 0 ? (
        <p className="v-workers-none">{"text" in without ? without.text : texts.notEmitted(sdksOf(without.metric))}</p>
      ) : isNarrow ? (
        <SheetRows label={title} rows={rows.map((row) => sheetRow(columns, row))} />
      ) : (
        <Table
          label={`${title}: ${columns.join(", ")}`}
          head={columns.map((column) => (
            <th scope="col" key={column}>
              {column}
            </th>
          ))}
        >
          {rows.map(([name = "", ...cells]) => (
            <tr key={`${name} ${cells[0]}`}>
              <th scope="row">{name}</th>
              {cells.map((cell, place) => (
                <td key={columns[place + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}

/** The first numbers that there are stand in the second line. */
function sheetRow(columns: readonly string[], [title = "", ...cells]: readonly string[]) {
  const facts = cells.map((cell, place): readonly [string, string] => [columns[place + 1] ?? "", cell]);
  const told = facts.filter(([, cell]) => cell !== NOTHING).slice(0, 2);
  return {
    key: `${title} ${cells[0]}`,
    title,
    line: told.map(([name, cell]) => `${name}: ${cell}`).join(" · "),
    facts,
  };
}

function sdksOf(metric: MetricName): string[] {
  const { families }: CatalogueEntry = CATALOGUE[metric];
  return families.map((family) => SDK_NAMES[family]);
}
