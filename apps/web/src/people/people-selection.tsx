import { Ban, Download, LogIn, LogOut, type LucideIcon, MailPlus, Trash2, X } from "lucide-react";
import { useState } from "react";
import { invite, type Person } from "../api/people.ts";
import { deletePerson, endPersonsSessions, letIn, lockOut } from "../api/person.ts";
import { Button } from "../control/button.tsx";
import { useFileUrl } from "../control/file-url.ts";
import { IconButton } from "../control/icon-button.tsx";
import { texts } from "./messages.ts";
import { type PeopleAct, PeopleActDialog } from "./people-act.tsx";
import { peopleCsv } from "./people-csv.ts";
import "../control/selection.css";
import { StickingBar } from "../control/sticking-bar.tsx";
import { Writable } from "../session/writable.tsx";

interface PeopleSelectionProps {
  readonly selected: readonly Person[];
  /** Told whom to select no more. */
  readonly onDone: (people: readonly Person[]) => void;
}

const words = texts.selection;

interface ChoosableAct extends PeopleAct {
  readonly icon: LucideIcon;
}

const INVITE: ChoosableAct = {
  ...words.invite,
  icon: MailPlus,
  act: ({ email, name, role }) => invite({ email, role, ...(name && { name }) }),
};
const LOCK_OUT: ChoosableAct = { ...words.lockOut, icon: Ban, act: ({ uid }) => lockOut(uid) };
const LET_IN: ChoosableAct = { ...words.letIn, icon: LogIn, act: ({ uid }) => letIn(uid) };
const SIGN_OUT: ChoosableAct = { ...words.signOut, icon: LogOut, act: ({ uid }) => endPersonsSessions(uid) };
const DELETE: ChoosableAct = { ...words.delete, icon: Trash2, kind: "danger", act: ({ uid }) => deletePerson(uid) };

/** What can be done with all selected people at once; before it is, it is said with how many. */
export function PeopleSelection({ selected, onDone }: PeopleSelectionProps) {
  const [wish, setWish] = useState<PeopleAct>();
  const areAll = (state: Person["state"]) => selected.every((person) => person.state === state);
  const file = useFileUrl(peopleCsv(selected));
  const acts = [...(areAll("invited") ? [INVITE] : []), areAll("banned") ? LET_IN : LOCK_OUT, SIGN_OUT, DELETE];
  return (
    <StickingBar className="v-selection" label={words.label}>
      <strong role="status">{words.count(selected.length)}</strong>
      <a className="v-button" data-kind="default" href={file} download="people.csv">
        <Download aria-hidden />
        {words.export}
      </a>
      <Writable>
        {acts.map((act) => {
          const { icon: Icon, label, kind } = act;
          return (
            <Button key={label} kind={kind ?? "default"} icon={<Icon aria-hidden />} onPress={() => setWish(act)}>
              {label}
            </Button>
          );
        })}
      </Writable>
      <IconButton label={words.clear} icon={<X aria-hidden />} onPress={() => onDone(selected)} />
      {wish !== undefined && (
        <PeopleActDialog wish={wish} people={selected} onClose={() => setWish(undefined)} onDone={onDone} />
      )}
    </StickingBar>
  );
}
