import { Table } from "../control/table.tsx";
import { folderTexts as texts } from "./folder-messages.ts";
import { jsonDifferences } from "./json-differences.ts";
import "./difference-table.css";

/** The most differences that are shown; whoever changed more reads the documents. */
const SHOWN = 200;

interface DifferenceTableProps {
  readonly label: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Where two documents differ, line by line. */
export function DifferenceTable({ label, before, after }: DifferenceTableProps) {
  const differences = jsonDifferences(before, after);
  const { columns } = texts;
  const head = (
    <>
      <th scope="col">{columns.path}</th>
      <th scope="col">{columns.before}</th>
      <th scope="col">{columns.after}</th>
    </>
  );
  if (differences.length === 0) return <p>{texts.same}</p>;
  return (
    <>
      <Table label={label} head={head}>
        {differences.slice(0, SHOWN).map((difference) => (
          <tr key={difference.path}>
            <th scope="row">
              <code className="v-difference">{difference.path}</code>
            </th>
            <td>{difference.before !== undefined && <del className="v-difference">{difference.before}</del>}</td>
            <td>{difference.after !== undefined && <ins className="v-difference">{difference.after}</ins>}</td>
          </tr>
        ))}
      </Table>
      {differences.length > SHOWN && <p>{texts.more(differences.length - SHOWN)}</p>}
    </>
  );
}
