import { useQuery } from "@tanstack/react-query";
import { FolderClosed, LayoutDashboard, type LucideIcon, Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { useNavigate } from "react-router";
import { dashboardSearchQuery } from "../api/dashboards.ts";
import { MissingPart } from "../control/missing-part.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { palettePages } from "./palette-pages.ts";
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
  const [chosen, setChosen] = useState(0);
  const navigate = useNavigate();
  const id = useId();
  const { places, isAsking, found } = usePlaces(query.trim());
  const active = Math.min(chosen, places.length - 1);
  const [isAwaited, setAwaited] = useState(false);

  const open = (place: Place | undefined) => {
    if (place === undefined) return;
    onClose();
    void navigate(place.to);
  };
  // Dashboards of what was typed before stay until those of now have come; Enter does not mean them.
  const enter = () => {
    const place = places[active];
    if (isAsking && place?.isFound !== false) setAwaited(true);
    else open(place);
  };
  useEffect(() => {
    if (!isAwaited || isAsking) return;
    setAwaited(false);
    open(places[active]);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setChosen((active + step + places.length) % Math.max(1, places.length));
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
            setChosen(0);
            setAwaited(false);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="v-menu" role="listbox" id={id} aria-label={messages.frame.palette}>
        {places.map((place, at) => (
          <PlaceOption
            key={place.to}
            id={`${id}-${at}`}
            place={place}
            isActive={at === active}
            onPoint={() => setChosen(at)}
            onOpen={() => open(place)}
          />
        ))}
      </div>
      <MissingPart name={messages.frame.dashboards} query={found} />
      {places.length === 0 && !isAsking && found.data !== undefined && (
        <p className="v-palette-empty" role="status">
          {messages.list.noMatch}
        </p>
      )}
    </>
  );
}

interface PlaceOptionProps {
  readonly id: string;
  readonly place: Place;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onOpen: () => void;
}

function PlaceOption({ id, place: { label, about = "", icon: Icon }, isActive, onPoint, onOpen }: PlaceOptionProps) {
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
    </div>
  );
}

interface Place {
  readonly to: string;
  readonly label: string;
  /** Where it lies, and the panels that it was found for. */
  readonly about?: string;
  readonly icon: LucideIcon;
  /** By the server, not by its name here. */
  readonly isFound: boolean;
}

/** Pages by name, then folders and dashboards as the server finds them. */
function usePlaces(query: string) {
  const user = useCurrentUser();
  const found = useQuery(
    dashboardSearchQuery(
      query === ""
        ? { limit: 8, sort: "updated-desc" }
        : { query, everywhere: true, withFolders: true, limit: 8, sort: "alpha-asc" },
    ),
  );
  const pages = palettePages(user, query).map((page) => ({ ...page, isFound: false }));
  const others = (found.data?.rows ?? []).map(({ uid, title, type, folderTitle = "", panels = [] }) => {
    const isFolder = type === "dash-folder";
    return {
      to: `${isFolder ? "/dashboards/f" : "/d"}/${encodeURIComponent(uid)}`,
      label: title,
      about: [folderTitle, ...panels].filter((text) => text !== "").join(" · "),
      icon: isFolder ? FolderClosed : LayoutDashboard,
      isFound: true,
    };
  });
  const places: readonly Place[] = [...pages, ...others];
  return { places, isAsking: found.isPending || found.isPlaceholderData, found };
}
