import { useQuery } from "@tanstack/react-query";
import { personQuery } from "../api/person.ts";
import { Page } from "../frame/page.tsx";
import { texts } from "./messages.ts";
import { Person } from "./person.tsx";
import { titleOfPerson } from "./person-title.ts";

interface PersonPageProps {
  readonly id: string;
  /** The address of the list with its query. */
  readonly list: string;
  readonly onLeft: () => void;
}

/** One person's account on a page of its own: on a phone, and for those who may not see the list. */
export function PersonPage({ id, list, onLeft }: PersonPageProps) {
  const { data } = useQuery(personQuery(id));
  return (
    <Page title={titleOfPerson(data)} trail={[{ label: texts.users.title, to: list }]} width="form">
      <Person key={id} id={id} onLeft={onLeft} />
    </Page>
  );
}
