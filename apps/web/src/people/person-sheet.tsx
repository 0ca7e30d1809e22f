import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type RefObject, useEffect, useId, useRef } from "react";
import { useLocation } from "react-router";
import { personQuery } from "../api/person.ts";
import { IconButton } from "../control/icon-button.tsx";
import { SectionsBelow } from "../control/section.tsx";
import { useEscape } from "../dashboard/view/use-escape.ts";
import { messages } from "../messages/en.ts";
import { Person } from "./person.tsx";
import { titleOfPerson } from "./person-title.ts";

interface PersonSheetProps {
  readonly id: string;
  readonly onClose: () => void;
  /** Whether the sheet is to have the focus when it comes to show somebody; it then takes the wish away. */
  readonly wantsFocus: RefObject<boolean>;
}

/** One person's account beside the list of people, or over it where there is no room. */
export function PersonSheet({ id, onClose, wantsFocus }: PersonSheetProps) {
  const { data } = useQuery(personQuery(id));
  const heading = useRef<HTMLHeadingElement>(null);
  const label = useId();
  const { key } = useLocation();
  useEscape(onClose);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press of a name is an entry of the history of its own
  useEffect(() => {
    if (wantsFocus.current) heading.current?.focus();
    wantsFocus.current = false;
  }, [key, wantsFocus]);
  return (
    <>
      <button type="button" className="v-person-veil" tabIndex={-1} aria-label={messages.close} onClick={onClose} />
      <section className="v-person-sheet" aria-labelledby={label}>
        <header className="v-person-sheet-head">
          <h2 id={label} ref={heading} tabIndex={-1}>
            {titleOfPerson(data)}
          </h2>
          <IconButton label={messages.close} icon={<X aria-hidden />} onPress={onClose} />
        </header>
        <SectionsBelow>
          <Person key={id} id={id} onLeft={onClose} />
        </SectionsBelow>
      </section>
    </>
  );
}
