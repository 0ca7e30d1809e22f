import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeSettings, isSettingOvertaken, type SettingField, settingsQuery } from "../api/settings.ts";
import { texts } from "./messages.ts";
import type { Draft } from "./setting-control.tsx";
import { readTyped, textOf } from "./setting-value.ts";

/** The settings, what somebody has made of them here, and how that is saved: all of it or nothing. */
export function useSettingDrafts() {
  const settings = useQuery(settingsQuery);
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map());
  const queryClient = useQueryClient();
  const fields = settings.data ?? [];
  const changed = fields.flatMap((field) => {
    const draft = drafts.get(field.field);
    return draft === undefined ? [] : [{ field, draft }];
  });
  const saving = useMutation({
    mutationFn: async () => {
      const sent = Object.fromEntries(changed.map(({ field, draft }) => [field.field, sentOf(field, draft)]));
      try {
        const seen = changed.map(({ field }) => field);
        await changeSettings(sent, seen);
      } catch (error) {
        if (!isSettingOvertaken(error)) throw error;
        const now = await queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 });
        const overtaken = changed.find(({ field }) => isOtherNow(field, now));
        if (overtaken !== undefined) throw new Error(`${overtaken.field.field}: ${texts.overtaken}`, { cause: error });
        // A value is stored that does not hold, and so is not told of.
        await changeSettings(sent);
      }
      await queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey });
      // What was typed while this was under way is not saved.
      setDrafts((now) => new Map([...now].filter(([name, draft]) => drafts.get(name) !== draft)));
    },
  });
  const change = (name: string, draft: Draft | undefined) => {
    saving.reset();
    setDrafts((before) => {
      const after = new Map(before);
      if (draft === undefined) after.delete(name);
      else after.set(name, draft);
      return after;
    });
  };
  const discard = () => {
    saving.reset();
    setDrafts(new Map());
  };
  return { settings, fields, drafts, changed, change, discard, saving, refused: refusedOf(saving.error, changed) };
}

/** Whether somebody else has set it since this page read it: what was listed is not what would happen. */
function isOtherNow(seen: SettingField, fields: readonly SettingField[]): boolean {
  const now = fields.find(({ field }) => field === seen.field);
  return now !== undefined && (textOf(now.value) !== textOf(seen.value) || now.set_at !== seen.set_at);
}

interface Changed {
  readonly field: SettingField;
}

/** Of which setting the server did not take the value, and why: its sentence begins with the name of the field. */
function refusedOf(error: Error | null, changed: readonly Changed[]) {
  const said = error?.message ?? "";
  const at = changed.find(({ field }) => said.startsWith(`${field.field}: `))?.field;
  if (at === undefined) return undefined;
  const reason = said.slice(at.field.length + 2).replace(/^it /, "It ");
  const message = reason.replace(/[.:]?$/, ".");
  return { field: at.field, message, told: `${at.label}: ${message}` };
}

function sentOf(field: SettingField, draft: Draft): unknown {
  if (draft.kind === "default") return null;
  if (typeof draft.value !== "string") return draft.value;
  try {
    return readTyped(field, draft.value);
  } catch (cause) {
    throw new Error(`${field.field}: ${texts.badJson}`, { cause });
  }
}
