import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { useNavigate } from "react-router";
import { MissingPart } from "../control/missing-part.tsx";
import { messages } from "../messages/en.ts";
import { keyOf, type PalettePlace, rankOf } from "./palette-place.ts";
import { usePlaces } from "./palette-places.ts";
import "../control/dialog.css";
import "../control/menu.css";
import "./palette.css";

interface PaletteDialogProps {
  readonly onClose: () => void;
}

export function PaletteDialog({ onClose }: PaletteDialogProps) {
  return (
    <ModalOverlay className="v-scrim" isOpen onOpenChange={(open) => !open && onClose()} isDismissable>
      <Modal className="v-dialog v-palette">
        <Dialog aria-label={messages.frame.palette} className="v-palette-body">
          <PlaceSearch onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/**
 * A field and the places that match it. The focus stays in the field while the arrows walk through the places,
 * so that one can go on typing; the first place is always the one that Enter opens.
 */
function PlaceSearch({ onClose }: PaletteDialogProps) {
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<string>();
  const navigate = useNavigate();
  const id = useId();
  const { places, isAsked, isWhole, missing } = usePlaces(query.trim());
  const active = Math.max(
    Math.min(0, places.length - 1),
    places.findIndex((place) => keyOf(place) === chosen),
  );
  const [isAwaited, setAwaited] = useState(false);

  const open = (place: PalettePlace | undefined) => {
    if (place === undefined) return;
    onClose();
    if (typeof place.open === "string") void navigate(place.open);
    else whenClosed(place.open);
  };
  // What was found for what was typed before stays until that of now has come; Enter does not mean it.
  const enter = () => {
    const place = places[active];
    if (isAsked && (chosen === undefined || place === undefined) && !isSure(place, query)) setAwaited(true);
    else open(place);
  };
  useEffect(() => {
    if (!isAwaited || isAsked) return;
    setAwaited(false);
    open(places[active]);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const next = places[(active + step + places.length) % Math.max(1, places.length)];
    if (step !== 0) {
      event.preventDefault();
      if (next !== undefined) setChosen(keyOf(next));
    }
    if (event.key === "Enter") enter();
  };

  return (
    <>
      <div className="v-palette-field">
        <Search aria-hidden />
        <input
          role="combobox"
          aria-label={messages.frame.palette}
          aria-expanded
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
          placeholder={messages.frame.paletteHint}
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type here
          autoFocus
          value={query}
          onChange={({ target }) => {
            setQuery(target.value);
            setChosen(undefined);
            setAwaited(false);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="v-menu" role="listbox" id={id} aria-label={messages.frame.palette}>
        {places.map((place, at) => (
          <PlaceOption
            key={keyOf(place)}
            id={`${id}-${at}`}
            place={place}
            isActive={at === active}
            onPoint={() => setChosen(keyOf(place))}
            onOpen={() => open(place)}
          />
        ))}
      </div>
      {missing !== undefined && <MissingPart {...missing} />}
      {places.length === 0 && isWhole && (
        <p className="v-palette-empty" role="status">
          {messages.list.noMatch}
        </p>
      )}
    </>
  );
}

interface PlaceOptionProps {
  readonly id: string;
  readonly place: PalettePlace;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onOpen: () => void;
}

function PlaceOption({ id, place, isActive, onPoint, onOpen }: PlaceOptionProps) {
  const { label, about = "", icon: Icon, keys = [] } = place;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="v-menu-item"
      data-focused={isActive || undefined}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: "nearest" });
      }}
      onPointerMove={onPoint}
      onClick={onOpen}
    >
      <Icon aria-hidden />
      <span>{label}</span>
      {about !== "" && <span className="v-palette-about">{about}</span>}
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </div>
  );
}

/** Whether nothing that is still to come can stand before a place: pages come first, and whole beginnings before all. */
function isSure(place: PalettePlace | undefined, query: string): boolean {
  return place !== undefined && place.isFound !== true && rankOf(place.label, query.trim()) === 0;
}

/** Does something once the focus is back where it was: the dialog gives it back in the next frame. */
function whenClosed(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}
