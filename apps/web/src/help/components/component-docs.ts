import { componentsMessages } from "../components-messages.ts";
import { AUTO_PROPS, LINK_PROPS, NAV_PROPS, type PropFact, TABLE_PROPS } from "./component-facts.ts";
import { LINK_SNIPPETS, NAV_SNIPPETS, type Snippet, TABLE_SNIPPETS } from "./component-snippets.ts";

/** A table of props, named by what has them. */
export interface PropTable {
  readonly of: string;
  readonly props: Readonly<Record<string, PropFact & { readonly does: string }>>;
}

/** What there is to know about a component; the page of the UI and that of the documentation are made of it. */
export interface ComponentDoc {
  /** In the address. */
  readonly name: ComponentName;
  readonly title: string;
  readonly about: string;
  readonly propTables: readonly PropTable[];
  /** What keys do. */
  readonly keys: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
  readonly snippets: readonly Snippet[];
}

export type ComponentName = keyof typeof componentsMessages.pages;

const { links, table, nav } = componentsMessages.pages;

export const COMPONENT_DOCS: readonly ComponentDoc[] = [
  {
    ...aboutOf("links"),
    propTables: [
      { of: "PaginationLink, PaginationPrevious, PaginationNext", props: described(LINK_PROPS, links.props) },
      { of: "PaginationAuto", props: described(AUTO_PROPS, links.auto) },
    ],
    snippets: LINK_SNIPPETS,
  },
  {
    ...aboutOf("table"),
    propTables: [{ of: "TablePagination", props: described(TABLE_PROPS, table.props) }],
    snippets: TABLE_SNIPPETS,
  },
  {
    ...aboutOf("nav"),
    propTables: [{ of: "PaginationNav", props: described(NAV_PROPS, nav.props) }],
    snippets: NAV_SNIPPETS,
  },
];

function aboutOf(name: ComponentName) {
  const { title, about, keys, notes } = componentsMessages.pages[name];
  return { name, title, about, keys, notes: Object.values(notes) };
}

/** Every prop has a sentence: one without does not compile. */
function described<Name extends string>(
  facts: Readonly<Record<Name, PropFact>>,
  does: Readonly<Record<Name, string>>,
): PropTable["props"] {
  const names = Object.keys(facts).filter((name): name is Name => name in facts);
  return Object.fromEntries(names.map((name) => [name, { ...facts[name], does: does[name] }]));
}
