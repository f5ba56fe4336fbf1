// Short messages at the edge of the page: what has just been done, and how to undo it.
import { createStore } from './store.ts';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'error';
  readonly action: { readonly label: string; readonly isUndo: boolean; readonly run: () => void } | null;
}

const MAX_TOASTS = 3;
const SHOWN_MS = 6000;

export const toasts = createStore<readonly Toast[]>([]);

let lastId = 0;

/** Says what was done; `undo` takes it back. */
export function say(text: string, undo?: () => void): void {
  const action = undo === undefined ? null : { label: 'Undo', isUndo: true, run: undo };
  const toast = add({ text, tone: 'plain', action });
  setTimeout(() => dismissToast(toast.id), SHOWN_MS);
}

/** Says what failed; it stays until it is dismissed. */
export function sayError(text: string, retry?: () => void): void {
  add({
    text,
    tone: 'error',
    action: retry === undefined ? null : { label: 'Try again', isUndo: false, run: retry },
  });
}

export function dismissToast(id: number): void {
  toasts.update((list) => list.filter((toast) => toast.id !== id));
}

/** Runs the action of a toast, which goes. */
export function runToast({ id, action }: Toast): void {
  dismissToast(id);
  action?.run();
}

/** Takes back what was done last, while its message is shown. */
export function undoLast(): void {
  const last = toasts.get().findLast(({ action }) => action?.isUndo === true);
  if (last !== undefined) runToast(last);
}

function add(toast: Omit<Toast, 'id'>): Toast {
  const added = { ...toast, id: ++lastId };
  toasts.update((list) => [...list, added].slice(-MAX_TOASTS));
  return added;
}
