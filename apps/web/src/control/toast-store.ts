import { useSyncExternalStore } from "react";

/** Something that was done elsewhere on the page, or can be taken back. Never the only place of a fault. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly action?: ToastAction;
}

interface ToastAction {
  readonly label: string;
  readonly run: () => Promise<void>;
  /** What somebody can still do where it fails. */
  readonly otherwise?: string;
}

/** An act that has no place where its fault could stand: a toast's, a star's in a list, one of a menu. */
interface LooseAct {
  /** What did not work; that it could not be taken back unless said. */
  readonly title?: string;
  readonly text: string;
  readonly action: ToastAction;
}

/** One that did not work: told until somebody puts it away. */
export interface FailedAction extends LooseAct {
  readonly error: Error;
}

let failed: FailedAction | undefined;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

export function showToast(toast: Omit<Toast, "id">): void {
  lastId += 1;
  change([...toasts, { ...toast, id: lastId }]);
}

export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

/** Does it. What does not work is told in {@link useFailedAction}, from where it can be tried again. */
export async function runAction(act: LooseAct): Promise<void> {
  try {
    await act.action.run();
    dismissFailedAction();
  } catch (error) {
    failed = { ...act, error: error instanceof Error ? error : new Error(String(error)) };
    change(toasts);
  }
}

export function dismissFailedAction(): void {
  failed = undefined;
  change(toasts);
}

export function useFailedAction(): FailedAction | undefined {
  return useSyncExternalStore(listen, () => failed);
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(listen, () => toasts);
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
