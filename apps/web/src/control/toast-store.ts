import { useSyncExternalStore } from "react";

/** Something that was done elsewhere on the page, or can be taken back. Never the only place of a fault. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly action?: ToastAction;
}

export interface ToastAction {
  readonly label: string;
  readonly run: () => Promise<void>;
  /** What somebody can still do where it fails. */
  readonly otherwise?: string;
}

/** What a toast offered, and did not work: told until somebody puts it away. */
export interface FailedAction {
  /** What the toast said. */
  readonly text: string;
  readonly action: ToastAction;
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

/** Does what a toast offers, which goes away. What does not work is told in {@link useFailedAction}. */
export async function runAction(text: string, action: ToastAction): Promise<void> {
  try {
    await action.run();
    dismissFailedAction();
  } catch (error) {
    failed = { text, action, error: error instanceof Error ? error : new Error(String(error)) };
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
