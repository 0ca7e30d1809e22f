import { Search } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { Button } from "react-aria-components";
import { messages } from "../messages/en.ts";
import "./palette.css";

const PaletteDialog = lazy(async () => ({ default: (await import("./palette-dialog.tsx")).PaletteDialog }));

/** Ctrl+K or Cmd+K: goes to a page or a dashboard by its name. */
export function Palette() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  return (
    <>
      <Button
        className="v-button v-palette-button"
        data-kind="icon"
        aria-label={`${messages.frame.palette}, ${messages.frame.paletteKeys}`}
        onPress={() => setOpen(true)}
      >
        <Search aria-hidden />
        <kbd>{messages.frame.paletteKeys}</kbd>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <PaletteDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
