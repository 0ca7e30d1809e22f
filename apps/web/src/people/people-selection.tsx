import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ban, Download, LogIn, LogOut, MailPlus, Trash2, X } from "lucide-react";
import { useState } from "react";
import { oneByOne } from "../api/one-by-one.ts";
import { invite, type Person } from "../api/people.ts";
import { deletePerson, endPersonsSessions, letIn, lockOut } from "../api/person.ts";
import { Alert } from "../control/alert.tsx";
import { Button } from "../control/button.tsx";
import { csvText } from "../control/csv-text.ts";
import { FormDialog } from "../control/dialog.tsx";
import { useFileUrl } from "../control/file-url.ts";
import { IconButton } from "../control/icon-button.tsx";
import { texts } from "./messages.ts";
import "../control/selection.css";
import { useCurrentUser } from "../session/current-user.tsx";
import { Writable } from "../session/writable.tsx";

interface PeopleSelectionProps {
  readonly selected: readonly Person[];
  readonly onClear: () => void;
}

const words = texts.selection;

/** What can be done with all selected people at once. Nobody is asked but before what cannot be taken back. */
export function PeopleSelection({ selected, onClear }: PeopleSelectionProps) {
  const [isDeleting, setDeleting] = useState(false);
  const queryClient = useQueryClient();
  const { isReadOnly } = useCurrentUser();
  const acting = useMutation({
    mutationFn: (act: (person: Person) => Promise<unknown>) => oneByOne(selected, act),
    onSuccess: onClear,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["people"] }),
  });
  const areAll = (state: Person["state"]) => selected.every((person) => person.state === state);
  const file = useFileUrl(csvOfPeople(selected));
  return (
    <section className="v-selection" aria-label={words.label}>
      <strong role="status">{words.count(selected.length)}</strong>
      {areAll("invited") && !isReadOnly && (
        <Button
          icon={<MailPlus aria-hidden />}
          isPending={acting.isPending}
          onPress={() => acting.mutate(({ email, name, role }) => invite({ email, role, ...(name && { name }) }))}
        >
          {words.inviteAgain}
        </Button>
      )}
      <a className="v-button" data-kind="default" href={file} download="people.csv">
        <Download aria-hidden />
        {words.export}
      </a>
      <Writable>
        {areAll("banned") ? (
          <Button
            icon={<LogIn aria-hidden />}
            isPending={acting.isPending}
            onPress={() => acting.mutate(({ uid }) => letIn(uid))}
          >
            {texts.unban}
          </Button>
        ) : (
          <Button
            icon={<Ban aria-hidden />}
            isPending={acting.isPending}
            onPress={() => acting.mutate(({ uid }) => lockOut(uid))}
          >
            {texts.ban}
          </Button>
        )}
        <Button
          icon={<LogOut aria-hidden />}
          isPending={acting.isPending}
          onPress={() => acting.mutate(({ uid }) => endPersonsSessions(uid))}
        >
          {words.signOut}
        </Button>
        <Button kind="danger" icon={<Trash2 aria-hidden />} onPress={() => setDeleting(true)}>
          {texts.delete}
        </Button>
      </Writable>
      <IconButton label={words.clear} icon={<X aria-hidden />} onPress={onClear} />
      {acting.error !== null && !isDeleting && <Alert kind="crit">{acting.error.message}</Alert>}
      {isDeleting && (
        <FormDialog
          title={words.deleteTitle(selected.length)}
          isOpen
          onClose={() => setDeleting(false)}
          submit={texts.delete}
          kind="danger"
          onSubmit={() => acting.mutate(({ uid }) => deletePerson(uid))}
          isPending={acting.isPending}
          error={acting.error}
        >
          <p>{selected.map(({ email }) => email).join(", ")}</p>
          <p>{texts.deleteLead}</p>
        </FormDialog>
      )}
    </section>
  );
}

function csvOfPeople(people: readonly Person[]): string {
  const { columns } = texts.users;
  const head = [columns.email, columns.name, columns.role, columns.state, columns.lastSignIn, texts.made, "uid"];
  const lines = people.map((person) => {
    const { uid, email, name, role, state, createdAt, lastSignInAt } = person;
    return [email, name, role, state, lastSignInAt ?? "", createdAt, uid];
  });
  return csvText([head, ...lines]);
}
