import { HTTP_ERRORS } from "@vedette/http";
import { IDENTITY_ERRORS } from "@vedette/identity";
import { RESOURCE_ERRORS } from "@vedette/resources";
import { tableCell } from "./markdown.ts";

interface ErrorRow {
  readonly status: number;
  readonly message: string;
  /** The code that is given instead. */
  readonly saidAs?: string;
}

const TABLES: readonly {
  readonly title: string;
  readonly about: string;
  readonly rows: Readonly<Record<string, ErrorRow>>;
}[] = [
  {
    title: "Everywhere",
    about: "Failures that belong to no service; each surface draws them in its own form.",
    rows: HTTP_ERRORS,
  },
  {
    title: "/auth/v1",
    about:
      "`{code, error_code, msg}`, or `{code, message}` for clients that send `X-Supabase-Api-Version: 2024-01-01`.",
    rows: IDENTITY_ERRORS,
  },
  {
    title: "/apis and /api",
    about: "A Kubernetes `Status` under `/apis`, `{message, messageId}` under `/api`.",
    rows: RESOURCE_ERRORS,
  },
];

/** Every error a client can meet, from the tables that the code throws from. */
export function errorReference(): string {
  return [
    "# Errors",
    "",
    ...TABLES.flatMap(({ title, about, rows }) => [
      `## ${title}`,
      "",
      about,
      "",
      "| Code | Status | Message |",
      "|---|---|---|",
      ...Object.entries(rows).map(
        ([code, { status, message, saidAs }]) =>
          `| \`${code}\` | ${status} | ${saidAs === undefined ? tableCell(message) : `Not given here: \`${saidAs}\` says it.`} |`,
      ),
      "",
    ]),
  ].join("\n");
}
