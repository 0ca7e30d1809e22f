import type { Token, Tokens } from "marked";
import { Children, type ReactNode } from "react";
import { Link } from "react-router";
import { Table } from "../../control/table.tsx";
import { Code } from "../components/example.tsx";
import { addressOf, anchorOf, isHeading } from "./guide-files.ts";

interface GuideTextProps {
  readonly tokens: readonly Token[];
  /** Of the page below `docs/`: its links lead on from there. */
  readonly place: string;
  readonly title: string;
}

/** A page of `docs/` as elements: its Markdown without pictures, which show what whoever reads here has open. */
export function GuideText({ tokens, place, title }: GuideTextProps) {
  // A table is called as what it stands under.
  let heading = title;
  const blockOf = (token: Token): ReactNode => {
    if (isHeading(token)) heading = token.text;
    return block(token, place, heading);
  };
  return Children.toArray(tokens.map(blockOf));
}

function block(token: Token, place: string, heading: string): ReactNode {
  switch (token.type) {
    case "heading":
      return <Heading heading={token as Tokens.Heading} place={place} />; // the type says which token it is
    case "paragraph":
      return token.tokens?.every(({ type }) => type === "image") ? null : <p>{inlines(token.tokens, place)}</p>;
    case "text":
      return inlines(token.tokens, place);
    case "code":
      return <Code text={(token as Tokens.Code).text} />; // likewise
    case "list":
      return <List list={token as Tokens.List} place={place} heading={heading} />; // likewise
    case "table":
      return <Rows table={token as Tokens.Table} place={place} heading={heading} />; // likewise
    default:
      return null;
  }
}

function Heading({
  heading: { depth, text, tokens },
  place,
}: {
  readonly heading: Tokens.Heading;
  readonly place: string;
}) {
  const Tag = depth === 2 ? "h2" : "h3";
  return (
    <Tag id={anchorOf(text)} tabIndex={-1}>
      {inlines(tokens, place)}
    </Tag>
  );
}

interface PartProps {
  readonly place: string;
  readonly heading: string;
}

function List({ list: { ordered, items }, place, heading }: PartProps & { readonly list: Tokens.List }) {
  const Tag = ordered ? "ol" : "ul";
  const itemOf = ({ tokens }: Tokens.ListItem) => (
    <li>{Children.toArray(tokens.map((token) => block(token, place, heading)))}</li>
  );
  return <Tag>{Children.toArray(items.map(itemOf))}</Tag>;
}

function Rows({ table: { header, rows }, place, heading }: PartProps & { readonly table: Tokens.Table }) {
  const headOf = ({ tokens }: Tokens.TableCell) => <th scope="col">{inlines(tokens, place)}</th>;
  const cellOf = ({ tokens }: Tokens.TableCell) => <td>{inlines(tokens, place)}</td>;
  const rowOf = ([first, ...cells]: readonly Tokens.TableCell[]) => (
    <tr>
      <th scope="row">{inlines(first?.tokens, place)}</th>
      {Children.toArray(cells.map(cellOf))}
    </tr>
  );
  return (
    <Table label={heading} head={Children.toArray(header.map(headOf))}>
      {Children.toArray(rows.map(rowOf))}
    </Table>
  );
}

function inlines(tokens: readonly Token[] | undefined, place: string): ReactNode {
  return Children.toArray((tokens ?? []).map((token) => inline(token, place)));
}

function inline(token: Token, place: string): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong>{inlines(token.tokens, place)}</strong>;
    case "em":
      return <em>{inlines(token.tokens, place)}</em>;
    case "codespan":
      return <code>{(token as Tokens.Codespan).text}</code>; // the type says which token it is
    case "link":
      return <GuideLink link={token as Tokens.Link} place={place} />; // likewise
    case "image":
      return null;
    default:
      return "text" in token ? String(token.text) : null;
  }
}

/** Leads on in here, or to another site in another tab; what only the repository has is named alone. */
function GuideLink({ link: { href, tokens }, place }: { readonly link: Tokens.Link; readonly place: string }) {
  const text = inlines(tokens, place);
  if (/^https?:/.test(href)) {
    return (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    );
  }
  const address = addressOf(href, place);
  return address === undefined ? text : <Link to={address}>{text}</Link>;
}
