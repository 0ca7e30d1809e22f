import { randomUUID } from "node:crypto";
import type { UserEventType } from "@vedette/client/hooks";
import { NIL_UUID } from "@vedette/database";
import { CommonTableExpressionNameNode, CommonTableExpressionNode, type OperationNode, sql } from "kysely";
import type { HookSettings } from "../hooks/hook-settings.ts";
import { isUserEventType } from "./user-event-types.ts";

/** What an entry of the audit log tells a hook. */
export interface NewUserEvent {
  readonly type: UserEventType;
  readonly userId: string;
  readonly actorId: string;
  readonly traits: object;
  readonly ipAddress: string;
}

/** @returns `undefined` when nobody wants to know of it */
export function eventOfEntry(
  settings: Pick<HookSettings, "auth.hook.user_event.enabled" | "auth.hook.user_event.types">,
  { payload, ipAddress }: { payload: string; ipAddress: string },
): NewUserEvent | undefined {
  if (!settings["auth.hook.user_event.enabled"]) return undefined;
  const { action: type, actor_id: actorId, traits = {} } = JSON.parse(payload);
  const wanted = settings["auth.hook.user_event.types"];
  if (!isUserEventType(type) || (wanted.length > 0 && !wanted.includes(type))) return undefined;
  const userId = traits.user_id ?? actorId;
  return userId === NIL_UUID ? undefined : { type, userId, actorId, traits, ipAddress };
}

/**
 * The part of a statement that writes an event.
 *
 * @param change - the part of the statement that returns a row when there was a change; absent where there always is
 */
export function eventPart(event: NewUserEvent, change: OperationNode | undefined): CommonTableExpressionNode {
  const { type, userId, actorId, traits, ipAddress } = event;
  const ifChanged = change === undefined ? sql`` : sql` from ${{ toOperationNode: () => change }} limit 1`;
  const insertion = sql`(insert into vedette.user_events (id, type, user_id, actor_id, traits, ip_address)
    select ${randomUUID()}::uuid, ${type}, ${userId}::uuid, ${actorId}, ${JSON.stringify(traits)}, ${ipAddress}
    ${ifChanged} returning id)`;
  return CommonTableExpressionNode.create(
    CommonTableExpressionNameNode.create("user_event"),
    insertion.toOperationNode(),
  );
}
