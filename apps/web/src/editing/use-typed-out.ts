import { useEffect, useState } from "react";
import { type JsonObject, objectsOf } from "../dashboard/model/json.ts";

/** Somebody who types on presses the next key sooner. */
const PAUSE_MS = 400;

/**
 * A panel whose queries are as they were when typing last paused: half a query is no question, and its error no answer.
 * Whatever else is changed counts at once.
 */
export function useTypedOut(panel: JsonObject): JsonObject {
  const [asked, setAsked] = useState(panel);
  const isTyping = asked !== panel && differsInText(asked, panel);
  if (asked !== panel && !isTyping) setAsked(panel);
  useEffect(() => {
    if (!isTyping) return;
    const timer = setTimeout(() => setAsked(panel), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isTyping, panel]);
  return isTyping ? asked : panel;
}

/** Whether the texts of the queries are all that sets two panels apart. */
function differsInText(one: JsonObject, other: JsonObject): boolean {
  return queriesOf(one) !== queriesOf(other) && restOf(one) === restOf(other);
}

function queriesOf(panel: JsonObject): string {
  return JSON.stringify(objectsOf(panel["targets"]).map(({ expr }) => expr));
}

function restOf(panel: JsonObject): string {
  const targets = objectsOf(panel["targets"]).map((target) => ({ ...target, expr: "" }));
  return JSON.stringify({ ...panel, targets });
}
