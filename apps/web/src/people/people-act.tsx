import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isOutage } from "../api/api-error.ts";
import type { Person } from "../api/people.ts";
import { Button } from "../control/button.tsx";
import { CopyDetails } from "../control/copy-details.tsx";
import { Dialog, FormDialog } from "../control/dialog.tsx";
import { Status } from "../control/status.tsx";
import { texts } from "./messages.ts";
import "./people-filters.css";

const words = texts.selection;

/** Something that is done with several people, one after the other. */
export interface PeopleAct {
  readonly label: string;
  readonly title: (count: number) => string;
  readonly lead: string;
  readonly kind?: "danger";
  readonly act: (person: Person) => Promise<unknown>;
}

interface PeopleActDialogProps {
  readonly wish: PeopleAct;
  readonly people: readonly Person[];
  readonly onClose: () => void;
  /** Told with whom it was done, when the dialog closes. */
  readonly onDone: (people: readonly Person[]) => void;
}

/** Says with how many it will be done, and then of each how it went. */
export function PeopleActDialog({ wish, people, onClose, onDone }: PeopleActDialogProps) {
  /** By uid: nothing where it went well, else why it did not. */
  const [results, setResults] = useState<ReadonlyMap<string, Error | undefined>>(new Map());
  const queryClient = useQueryClient();
  const acting = useMutation({
    mutationFn: async () => {
      for (const person of people) {
        const fault = await wish.act(person).then(
          () => undefined,
          (error: Error) => error,
        );
        setResults((now) => new Map(now).set(person.uid, fault));
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["people"] }),
  });
  const title = wish.title(people.length);
  const rows = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <ul className="v-people-results" aria-label={words.results} tabIndex={0}>
      {people.map(({ uid, email }) => (
        <li key={uid}>
          <span>{email}</span>
          {results.has(uid) && <Result fault={results.get(uid)} />}
        </li>
      ))}
    </ul>
  );
  if (!acting.isSuccess)
    return (
      <FormDialog
        title={title}
        isOpen
        onClose={onClose}
        submit={wish.label}
        kind={wish.kind ?? "primary"}
        onSubmit={() => acting.mutate()}
        isPending={acting.isPending}
        error={acting.error}
      >
        <p>{wish.lead}</p>
        {rows}
      </FormDialog>
    );
  const done = people.filter(({ uid }) => results.has(uid) && results.get(uid) === undefined);
  const close = () => {
    onClose();
    onDone(done);
  };
  return (
    <Dialog title={title} isOpen onClose={close}>
      <p role="status">{words.outcome(done.length, people.length)}</p>
      {rows}
      <div className="v-dialog-actions">
        <Button kind="primary" onPress={close}>
          {words.close}
        </Button>
      </div>
    </Dialog>
  );
}

function Result({ fault }: { readonly fault: Error | undefined }) {
  if (fault === undefined) return <Status kind="ok">{words.done}</Status>;
  return (
    <>
      <Status kind="crit">{fault.message}</Status>
      {isOutage(fault) && <CopyDetails error={fault} />}
    </>
  );
}
