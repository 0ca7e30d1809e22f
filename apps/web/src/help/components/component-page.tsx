import { useParams } from "react-router";
import { Section } from "../../control/section.tsx";
import { Table, WideHead } from "../../control/table.tsx";
import { SecondLine } from "../../control/table-row.tsx";
import { NotFoundPage } from "../../frame/not-found-page.tsx";
import { Page } from "../../frame/page.tsx";
import { componentsMessages as texts } from "../components-messages.ts";
import { COMPONENT_DOCS, type PropTable } from "./component-docs.ts";
import { Code } from "./example.tsx";
import { LIVE_EXAMPLES, RIGHT_TO_LEFT } from "./live-examples.tsx";
import "../components-page.css";

/** `/help/components/table`: a component alive, and everything that there is to know about it. */
export function ComponentPage() {
  const { component } = useParams();
  const doc = COMPONENT_DOCS.find(({ name }) => name === component);
  if (doc === undefined) return <NotFoundPage />;
  const { name, title, about, propTables, keys, notes, snippets } = doc;
  const keyRows = Object.entries(keys).map(([key, does]) => ({ name: key, does }));
  return (
    <Page title={title} trail={[{ label: texts.title, to: "/help/components" }]}>
      <p className="v-section-lead">{about}</p>
      <h2 className="v-section-title">{texts.variants}</h2>
      {LIVE_EXAMPLES[name]}
      {RIGHT_TO_LEFT[name]}
      {propTables.map((props) => (
        <Props key={props.of} {...props} />
      ))}
      <Section title={texts.keyboard}>
        <Rows label={`${texts.key}, ${texts.does}`} columns={[texts.key, texts.does]} rows={keyRows} />
      </Section>
      <Section title={texts.everybody}>
        <ul className="v-component-notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </Section>
      <Section title={texts.frameworks}>
        {snippets.map(({ framework, code }) => (
          <section key={framework} className="v-component" aria-label={framework}>
            <h3>{framework}</h3>
            <Code text={code} />
          </section>
        ))}
      </Section>
    </Page>
  );
}

function Props({ of, props }: PropTable) {
  const rows = Object.entries(props).map(([name, { type, default: initially, does }]) => ({
    name,
    between: [type, initially ?? "–"],
    does,
    onPhone: initially === undefined ? type : `${type} · ${texts.initially}: ${initially}`,
  }));
  return (
    <Section title={`${texts.props}: ${of}`} lead={texts.otherProps}>
      <Rows label={of} columns={[texts.prop, texts.type, texts.initially, texts.does]} rows={rows} />
    </Section>
  );
}

interface RowsProps {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

interface Row {
  readonly name: string;
  /** Columns for which a phone has no room. */
  readonly between?: readonly string[];
  readonly does: string;
  /** What these say, below the last one. */
  readonly onPhone?: string;
}

function Rows({ label, columns, rows }: RowsProps) {
  const head = columns.map((column, at) =>
    at > 0 && at < columns.length - 1 ? (
      <WideHead key={column}>{column}</WideHead>
    ) : (
      <th scope="col" key={column}>
        {column}
      </th>
    ),
  );
  return (
    <Table label={label} head={head}>
      {rows.map(({ name, between = [], does, onPhone }) => (
        <tr key={name}>
          <th scope="row" className="v-cell-words">
            {name}
          </th>
          {between.map((cell, at) => (
            <td key={columns[at + 1]} className="v-cell-wide">
              {cell}
            </td>
          ))}
          <td>
            {does}
            {onPhone !== undefined && <SecondLine>{onPhone}</SecondLine>}
          </td>
        </tr>
      ))}
    </Table>
  );
}
