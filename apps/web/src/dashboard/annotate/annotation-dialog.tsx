import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import {
  type AnnotationDraft,
  addAnnotation,
  changeAnnotation,
  deleteAnnotation,
  isAnnotationOvertaken,
  readAnnotation,
} from "../../api/annotations.ts";
import { Button } from "../../control/button.tsx";
import { Checkbox } from "../../control/checkbox.tsx";
import { FormDialog } from "../../control/dialog.tsx";
import { faultOfLast } from "../../control/fault-of-last.ts";
import { TextField } from "../../control/text-field.tsx";
import { showToast } from "../../control/toast-store.ts";
import { messages } from "../../messages/en.ts";
import type { JsonObject } from "../model/json.ts";
import { clockOf } from "../model/time/clock.ts";
import { resolveTime } from "../model/time/time-expression.ts";
import { dateTimeText } from "../model/time/time-text.ts";
import type { AnnotationPlace } from "./annotation-place.ts";
import { annotateMessages as texts } from "./messages.ts";

interface AnnotationDialogProps {
  readonly uid: string;
  readonly place: AnnotationPlace;
  readonly timeZone: string;
  /** The dashboard's, which says how times are read. */
  readonly document: JsonObject;
  readonly onClose: () => void;
}

/** Says what happened at a moment or in a range, and changes or deletes what was said. */
export function AnnotationDialog({ uid, place, timeZone, document, onClose }: AnnotationDialogProps) {
  const { panelId, stored } = place;
  const times = useTypedTimes(place, { timeZone, document });
  const [text, setText] = useState(stored?.text ?? "");
  const [tags, setTags] = useState(() => tagsText(stored));
  const [isEverywhere, setEverywhere] = useState(panelId === 0);
  const [seen, setSeen] = useState(() => stored && draftOf(stored));
  const reload = useReload();
  const saving = useMutation({
    mutationFn: async ({ from, to }: { readonly from: number; readonly to: number }) => {
      const named = tags.split(",").flatMap((tag) => tag.trim() || []);
      const draft: AnnotationDraft = { time: from, timeEnd: to, text: text.trim(), tags: [...new Set(named)] };
      if (stored === undefined) await addAnnotation(uid, isEverywhere ? 0 : panelId, draft);
      else if (seen !== undefined) await changeAnnotation(stored.id, typedAnew(draft, stored), seen);
      await reload();
    },
    // The newer one is read, so that a second press of Save is made on purpose and goes through.
    onError: async (error) => {
      if (stored !== undefined && isAnnotationOvertaken(error)) setSeen(draftOf(await readAnnotation(stored.id)));
    },
    onSuccess: onClose,
  });
  const deleting = useDeletion(uid, stored, onClose);
  const isOvertaken = isAnnotationOvertaken(saving.error);
  /** What stands there by now, where it is neither what was typed nor what the dialog was opened with. */
  const hintOf = (now: string, typed: string, before: string) =>
    isOvertaken && now !== typed && now !== before ? texts.nowSaved(now) : undefined;
  const submit = () => {
    const read = times.read();
    if (read !== undefined) saving.mutate(read);
  };
  return (
    <FormDialog
      title={stored === undefined ? texts.add : texts.changeTitle}
      isOpen
      onClose={onClose}
      submit={stored === undefined ? texts.add : messages.save}
      onSubmit={submit}
      isPending={saving.isPending}
      error={faultOfLast(saving, deleting)}
      errorText={isOvertaken ? texts.overtaken : undefined}
    >
      <TextField
        label={texts.text}
        hint={hintOf(seen?.text ?? "", text, stored?.text ?? "")}
        value={text}
        onChange={setText}
        isRequired
        autoFocus
      />
      <TextField
        label={texts.tags}
        hint={hintOf(tagsText(seen), tags, tagsText(stored)) ?? texts.tagsHint}
        value={tags}
        onChange={setTags}
      />
      <TextField label={texts.from} value={times.from} onChange={times.setFrom} />
      <TextField label={texts.to} hint={texts.momentHint} value={times.to} onChange={times.setTo} error={times.error} />
      {stored === undefined ? (
        <Checkbox isSelected={isEverywhere} onChange={setEverywhere}>
          {texts.everywhere}
        </Checkbox>
      ) : (
        <div>
          <Button icon={<Trash2 aria-hidden />} isPending={deleting.isPending} onPress={() => deleting.mutate()}>
            {texts.delete}
          </Button>
        </div>
      )}
    </FormDialog>
  );
}

function draftOf({ time, timeEnd, text, tags }: AnnotationDraft): AnnotationDraft {
  return { time, timeEnd, text, tags };
}

function tagsText(draft: AnnotationDraft | undefined): string {
  return (draft?.tags ?? []).join(", ");
}

/** Both ends belong together: a beginning that is moved alone makes the range another one. */
function typedAnew({ time, timeEnd, text, tags }: AnnotationDraft, before: AnnotationDraft): Partial<AnnotationDraft> {
  return {
    ...((time !== before.time || timeEnd !== before.timeEnd) && { time, timeEnd }),
    ...(text !== before.text && { text }),
    ...(tagsText({ time, timeEnd, text, tags }) !== tagsText(before) && { tags }),
  };
}

function useReload() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ["annotations"] });
}

/** Deletes without asking, since it can be taken back. */
function useDeletion(uid: string, stored: AnnotationPlace["stored"], onDeleted: () => void) {
  const reload = useReload();
  const bringBack = async (panelId: number, draft: AnnotationDraft) => {
    await addAnnotation(uid, panelId, draft);
    await reload();
  };
  return useMutation({
    mutationFn: async () => {
      if (stored === undefined) return;
      const { id, panelId, time, timeEnd, text, tags } = stored;
      await deleteAnnotation(id);
      const run = () => bringBack(panelId, { time, timeEnd, text, tags });
      showToast({ text: texts.deleted(text), action: { label: texts.undo, run } });
      await reload();
    },
    onSuccess: onDeleted,
  });
}

/** Both ends as texts; what nobody touched keeps its milliseconds. */
function useTypedTimes(
  place: AnnotationPlace,
  { timeZone, document }: { readonly timeZone: string; readonly document: JsonObject },
) {
  const first = { from: dateTimeText(place.from, timeZone), to: dateTimeText(place.to, timeZone) };
  const [from, setFrom] = useState(first.from);
  const [to, setTo] = useState(first.to);
  const [error, setError] = useState<string>();
  const read = () => {
    const clock = clockOf(document, { now: Date.now(), asked: timeZone });
    const start = from === first.from ? place.from : resolveTime(from, "from", clock);
    const end = to === first.to ? place.to : resolveTime(to, "to", clock);
    const isRead = start !== undefined && end !== undefined;
    setError(isRead ? (start > end ? texts.wrongOrder : undefined) : texts.wrong);
    return isRead && start <= end ? { from: Math.round(start), to: Math.round(end) } : undefined;
  };
  return { from, setFrom, to, setTo, error, read };
}
