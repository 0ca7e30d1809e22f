import { useQuery } from "@tanstack/react-query";
import { LayoutDashboard, Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { Autocomplete, Dialog, Input, Menu, MenuItem, Modal, ModalOverlay, SearchField } from "react-aria-components";
import { dashboardSearchQuery } from "../api/dashboards.ts";
import { mayEdit } from "../api/user.ts";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { destinationsOf } from "./destinations.ts";
import "../control/dialog.css";
import "../control/menu.css";
import "./palette.css";

interface PaletteDialogProps {
  readonly onClose: () => void;
}

export function PaletteDialog({ onClose }: PaletteDialogProps) {
  const [typed, setTyped] = useState("");
  const query = useDeferredValue(typed.trim());
  const found = useQuery(dashboardSearchQuery({ query, limit: 8, sort: query === "" ? "updated-desc" : "alpha-asc" }));
  const places = usePlaces().filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()));
  const dashboards = (found.data?.rows ?? []).map(({ uid, title }) => ({
    to: `/d/${encodeURIComponent(uid)}`,
    label: title,
    icon: LayoutDashboard,
  }));

  return (
    <ModalOverlay className="v-scrim" isOpen onOpenChange={(open) => !open && onClose()} isDismissable>
      <Modal className="v-dialog v-palette">
        <Dialog aria-label={messages.frame.palette} className="v-palette-body">
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <SearchField className="v-palette-field" aria-label={messages.frame.palette} autoFocus>
              <Search aria-hidden />
              <Input placeholder={messages.frame.paletteHint} />
            </SearchField>
            <Menu
              className="v-menu"
              aria-label={messages.frame.palette}
              items={[...places, ...dashboards]}
              onAction={onClose}
              renderEmptyState={() => <p className="v-palette-empty">{messages.list.noMatch}</p>}
            >
              {({ to, label, icon: Icon }) => (
                <MenuItem id={to} href={to} className="v-menu-item" textValue={label}>
                  <Icon aria-hidden />
                  {label}
                </MenuItem>
              )}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function usePlaces() {
  const user = useCurrentUser();
  const acts = mayEdit(user)
    ? [
        { to: "/dashboards/new", label: messages.dashboards.create.title, icon: LayoutDashboard },
        { to: "/dashboards/import", label: messages.import.title, icon: LayoutDashboard },
      ]
    : [];
  return [...destinationsOf(user), ...acts].map(({ to, label, icon }) => ({ to, label, icon }));
}
