import pg, { type ClientBase, type Connection, type FieldDef, type Submittable } from "pg";
import { valueTypes } from "./codecs.ts";

declare module "pg" {
  interface Connection {
    /** The texts of the statements that the server knows by name; the driver's types leave it out. */
    readonly parsedStatements: Readonly<Record<string, string>>;
  }
}

/** How the driver writes values; its types leave it out. */
const { prepareValue }: { prepareValue(value: unknown): Bound } = Reflect.get(pg, "utils");

type Bound = string | Buffer | null;

/** What a statement has brought. */
export type StatementResult = Pick<pg.QueryResult, "command" | "rowCount" | "rows">;

/** A statement that the server knows by name, or is told it once. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Runs a statement by its name. The driver's own way has the server describe the columns with every answer, and makes of
 * them how rows are read: for a row or two that takes longer than the row. Here a connection describes a statement once;
 * the server refuses one whose columns have changed since (0A000).
 */
export function runByName(client: ClientBase, statement: NamedStatement): Promise<StatementResult> {
  return new Promise((resolve, reject) => {
    client.query(new Asking(statement, (error, result) => (error === null ? resolve(result) : reject(error))));
  });
}

interface Column {
  readonly name: string;
  readonly decode: (text: string) => unknown;
}

/** The columns that connections were told, by the statement's name. */
const described = new WeakMap<Connection, Map<string, readonly Column[]>>();

function columnsOf(connection: Connection): Map<string, readonly Column[]> {
  const known = described.get(connection) ?? new Map();
  described.set(connection, known);
  return known;
}

/** One asking; the driver calls what begins with `handle`. */
class Asking implements Submittable {
  readonly name: string;
  readonly text: string;
  /** Not read-only: the driver puts its time limit around it. */
  callback: (error: unknown, result: StatementResult) => void;
  readonly #values: Bound[];
  readonly #result: StatementResult = { command: "", rowCount: null, rows: [] };
  #columns: readonly Column[] | undefined;
  #failure: unknown = null;

  constructor({ name, text, values }: NamedStatement, callback: Asking["callback"]) {
    this.name = name;
    this.text = text;
    this.callback = callback;
    this.#values = values.map(prepareValue);
  }

  submit(connection: Connection): void {
    this.#columns = columnsOf(connection).get(this.name);
    connection.stream.cork();
    if (connection.parsedStatements[this.name] === undefined)
      connection.parse({ name: this.name, text: this.text, types: [] }, true);
    connection.bind({ statement: this.name, values: this.#values }, true);
    if (this.#columns === undefined) connection.describe({ type: "P" }, true);
    connection.execute(null, true);
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, decode: valueTypes.getTypeParser(dataTypeID) }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    try {
      this.#result.rows.push(rowOf(this.#columns ?? [], fields));
    } catch (error) {
      this.#failure = error;
    }
  }

  handleCommandComplete({ text }: { readonly text: string }, connection: Connection): void {
    // `INSERT 0 1`, `SELECT 1`, `LISTEN`: the number of rows is the last word, if there is one.
    const words = text.split(" ");
    this.#result.command = words[0] ?? "";
    this.#result.rowCount = words.length > 1 ? Number(words.at(-1)) : null;
    const known = columnsOf(connection);
    // What could not be read is described anew the next time.
    if (this.#failure === null) known.set(this.name, this.#columns ?? []);
    else known.delete(this.name);
  }

  handleEmptyQuery(): void {}

  handleReadyForQuery(): void {
    this.callback(this.#failure, this.#result);
  }

  handleError(error: unknown): void {
    this.callback(this.#failure ?? error, this.#result);
  }
}

function rowOf(columns: readonly Column[], values: readonly (string | null)[]): Record<string, unknown> {
  // Somebody between us and the server has put another statement behind the name.
  if (columns.length !== values.length) throw new TypeError("The columns of a statement have changed");
  const row: Record<string, unknown> = {};
  for (const [index, { name, decode }] of columns.entries()) {
    const value = values[index] ?? null;
    row[name] = value === null ? null : decode(value);
  }
  return row;
}
