import { sqlStateOf } from "@vedette/database";
import type { Answer } from "@vedette/http";

/**
 * What an operator's own trigger says: `raise exception` (P0001) is a 500, SQLSTATE `PT` and three digits is that
 * status. The text is meant for the client; nothing else of the database ever is.
 */
export function raisedAnswer(error: unknown): Answer | undefined {
  const code = sqlStateOf(error) ?? "";
  const status = code === "P0001" ? 500 : Number(/^PT([45]\d\d)$/.exec(code)?.[1]);
  if (!(error instanceof Error) || Number.isNaN(status)) return undefined;
  const [hint, detail] = ["hint", "detail"].map((field) => {
    const text: unknown = Reflect.get(error, field);
    return typeof text === "string" ? text : "";
  });
  return { status, body: { code, message: error.message, hint, detail } };
}
