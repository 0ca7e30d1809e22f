import { History, Redo2, Undo2 } from "lucide-react";
import { Button, Menu, MenuTrigger, Popover } from "react-aria-components";
import { MenuEntry } from "../control/menu-entry.tsx";
import { editingMessages as texts } from "./messages.ts";
import type { Draft } from "./use-draft.ts";
import "../control/menu.css";

/** Every step by its name, to go back or forth several at once. */
export function StepMenu({ draft }: { readonly draft: Draft }) {
  const { undoable, redoable } = draft;
  return (
    <MenuTrigger>
      <Button
        className="v-button"
        data-kind="icon"
        aria-label={texts.steps}
        isDisabled={undoable.length + redoable.length === 0}
      >
        <History aria-hidden />
      </Button>
      <Popover className="v-popover" placement="bottom end" offset={4}>
        <Menu className="v-menu" aria-label={texts.steps}>
          {redoable
            .map((name, at) => (
              <MenuEntry
                // biome-ignore lint/suspicious/noArrayIndexKey: steps may have the same name, and are known by their order
                key={`redo ${at}`}
                icon={Redo2}
                text={texts.redo(name)}
                onAction={() => draft.redo(at + 1)}
              />
            ))
            .toReversed()}
          {undoable.map((name, at) => (
            <MenuEntry
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              key={`undo ${at}`}
              icon={Undo2}
              text={texts.undo(name)}
              onAction={() => draft.undo(at + 1)}
            />
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
