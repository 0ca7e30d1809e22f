import { X } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { folderTexts } from "../dashboards/folder-messages.ts";
import { messages } from "../messages/en.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ErrorState } from "./error-state.tsx";
import { IconButton } from "./icon-button.tsx";
import {
  dismissFailedAction,
  dismissToast,
  type FailedAction,
  runAction,
  type Toast,
  useFailedAction,
  useToasts,
} from "./toast-store.ts";
import "./toasts.css";

/** How long a toast stays while nobody points at it or has the focus in it. */
const SHOWN_MS = 10_000;

/** What was done, at the foot of the page; F8 leads there, Escape away. */
export function Toasts() {
  const toasts = useToasts();
  const failed = useFailedAction();
  const region = useRef<HTMLElement>(null);
  const [isHeld, setHeld] = useState(false);
  useF8(() => region.current?.focus());
  return (
    <section
      ref={region}
      className="v-toasts"
      aria-label={folderTexts.selection.toasts}
      tabIndex={-1}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} isHeld={isHeld} />
      ))}
      {failed !== undefined && <FailedDialog {...failed} />}
    </section>
  );
}

function ToastCard({ toast, isHeld }: { readonly toast: Toast; readonly isHeld: boolean }) {
  const { id, text, action } = toast;
  const dismiss = () => dismissToast(id);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => dismissToast(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  return (
    <div className="v-toast">
      <p role="status">{text}</p>
      {action !== undefined && (
        <Button
          onPress={() => {
            void runAction({ text, action });
            dismiss();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label={folderTexts.selection.dismiss} icon={<X aria-hidden />} onPress={dismiss} />
    </div>
  );
}

/** A toast would be gone before it was read: what did not work is told over the page. */
function FailedDialog({ error, ...act }: FailedAction) {
  const { title = folderTexts.selection.undoFailed, text, action } = act;
  const [isPending, setPending] = useState(false);
  const again = async () => {
    setPending(true);
    await runAction(act);
    setPending(false);
  };
  return (
    <Dialog title={title} isOpen onClose={dismissFailedAction}>
      <p>
        {text} {action.otherwise}
      </p>
      {isPending ? <p role="status">{messages.loading}</p> : <ErrorState error={error} onRetry={() => void again()} />}
      <div className="v-dialog-actions">
        <Button onPress={dismissFailedAction}>{messages.close}</Button>
      </div>
    </Dialog>
  );
}

function useF8(run: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "F8" || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
