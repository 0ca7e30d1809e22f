import type { Database } from "@vedette/database";
import type { Log } from "@vedette/delivery";
import {
  type CommonTableExpressionNode,
  InsertQueryNode,
  type Kysely,
  type KyselyPlugin,
  type OperationNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  RawNode,
  type RootOperationNode,
  type UnknownRow,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WithNode,
} from "kysely";
import type { IdentityTables } from "../identity-tables.ts";
import type { IdentitySettings } from "../settings.ts";
import type { AuditRow } from "./audit-entry.ts";
import { orderPart } from "./audit-order.ts";

export interface AuditLogOptions {
  readonly settings: Pick<IdentitySettings, "auth.audit_log.disable_postgres">;
  /** Gets one line for each entry, once it is committed. */
  readonly log: Partial<Pick<Log, "info">> | undefined;
  /** Where some of it is told to a hook; absent where nothing happens to users. */
  readonly events?: {
    /** The part of the statement that keeps the event, if there is one. */
    partOf(entry: { payload: string; ipAddress: string }, change: OperationNode | undefined): Part | undefined;
    /** One was committed. */
    onCommit(): void;
  };
}

type Part = CommonTableExpressionNode;

/**
 * The store, with a line in the log for every audit entry that is written through it, and without the entries
 * themselves where the operator wants none in the database.
 *
 * @see contract of identity, 21: "one structured log line each; table writing can be disabled"
 */
export function withAuditLog(database: Database, options: AuditLogOptions): Kysely<IdentityTables> {
  return database.as<IdentityTables>().withPlugin(new AuditLog(database, options));
}

/** An entry that a statement writes. */
interface WrittenEntry extends Pick<AuditRow, "payload" | "ipAddress"> {
  readonly id?: string | undefined;
  /** Written only if the statement changed something, which its rows tell. */
  readonly isConditional: boolean;
  readonly isEvent?: boolean;
}

/** An entry inside of a statement. */
interface FoundEntry extends WrittenEntry {
  readonly statement: StatementNode;
  /** The same without the entry. */
  readonly without: StatementNode;
  /** What it is conditional on. */
  readonly change?: OperationNode | undefined;
}

/** A statement that can have parts. */
type StatementNode = Extract<RootOperationNode, { readonly with?: WithNode }>;

type QueryId = PluginTransformQueryArgs["queryId"];

/** What statements write that are on their way. */
const entries = new WeakMap<QueryId, WrittenEntry>();

/** Says what a statement that was put together before writes now, if it changes something. */
export function nameEntry(queryId: QueryId, { payload, ipAddress }: AuditRow): void {
  entries.set(queryId, { payload, ipAddress, isConditional: true });
}

class AuditLog implements KyselyPlugin {
  readonly #database: Pick<Database, "afterCommit">;
  readonly #options: AuditLogOptions;

  constructor(database: Pick<Database, "afterCommit">, options: AuditLogOptions) {
    this.#database = database;
    this.#options = options;
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    const found = findEntry(node);
    if (found === undefined) return node;
    const event = this.#options.events?.partOf(found, found.change);
    entries.set(queryId, { ...found, isEvent: event !== undefined });
    let kept = this.#options.settings["auth.audit_log.disable_postgres"] ? found.without : found.statement;
    if (kept === found.statement) kept = withPart(kept, orderPart(found.isConditional ? undefined : found.id, PART));
    return event === undefined ? kept : withPart(kept, event);
  }

  async transformResult({ queryId, result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const entry = entries.get(queryId);
    const { log, events } = this.#options;
    if (entry === undefined || (entry.isConditional && result.rows.length === 0)) return result;
    this.#database.afterCommit(() => {
      log?.info?.(lineOf(entry), "audit");
      if (entry.isEvent) events?.onCommit();
    });
    return result;
  }
}

const TABLE = "audit_log_entries";
/** What every statement calls the part of it that writes the entry. */
const PART = "audit";

function findEntry(node: RootOperationNode): FoundEntry | undefined {
  if (isEntry(node)) return { ...readEntry(node), isConditional: false, statement: node, without: withoutRow(node) };
  const expressions = "with" in node ? node.with?.expressions : undefined;
  const part = expressions?.find(({ name }) => name.table.table.identifier.name === PART);
  if (expressions === undefined || part === undefined || !("with" in node) || node.with === undefined) return undefined;
  const { expression } = part;
  const isConditional = RawNode.is(expression);
  const nothing = isEntry(expression) ? withoutRow(expression) : RawNode.createWithSql("(select null where false)");
  const others = expressions.map((other) => (other === part ? { ...part, expression: nothing } : other));
  return {
    ...readEntry(expression),
    isConditional,
    // `auditPart` ends with what it is conditional on.
    change: isConditional ? valuesOf(expression).at(-1) : undefined,
    statement: node,
    without: { ...node, with: { ...node.with, expressions: others } },
  };
}

function withPart(node: StatementNode, part: Part): StatementNode {
  return {
    ...node,
    with: node.with === undefined ? WithNode.create(part) : WithNode.cloneWithExpression(node.with, part),
  };
}

function isEntry(node: OperationNode): node is InsertQueryNode {
  return InsertQueryNode.is(node) && node.into?.table.identifier.name === TABLE;
}

/** The same insertion of no row. */
function withoutRow(node: InsertQueryNode): InsertQueryNode {
  const columns = (node.columns ?? []).map(() => "null").join(", ");
  return InsertQueryNode.cloneWith(node, { values: RawNode.createWithSql(`select ${columns} where false`) });
}

/** The values are those of `auditRow`, in its order. */
function readEntry(node: OperationNode): { id: string | undefined; payload: string; ipAddress: string } {
  const [, id, payload, ipAddress] = boundTexts(node);
  return { id, payload: payload ?? "{}", ipAddress: ipAddress ?? "" };
}

function boundTexts(node: OperationNode): readonly string[] {
  return valuesOf(node).flatMap((value) => (ValueNode.is(value) && typeof value.value === "string" ? value.value : []));
}

function valuesOf(node: OperationNode): readonly OperationNode[] {
  if (RawNode.is(node)) return node.parameters;
  const rows =
    InsertQueryNode.is(node) && node.values !== undefined && ValuesNode.is(node.values) ? node.values : undefined;
  return (rows?.values ?? []).flatMap((row) => (ValueListNode.is(row) ? row.values : []));
}

/** No address of a person reaches the log, and no value of a setting. */
const UNTOLD: ReadonlySet<string> = new Set(["user_email", "user_phone", "provider_id", "changes"]);

function lineOf({ payload, ipAddress }: WrittenEntry): object {
  const { actor_username: _username, traits = {}, ...entry } = JSON.parse(payload);
  const told = Object.entries(traits).filter(([name]) => !UNTOLD.has(name));
  return { audit: { ...entry, traits: Object.fromEntries(told) }, address: ipAddress };
}
