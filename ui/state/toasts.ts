// Short messages at the edge of the page: what was just done, and how to undo it.
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

/** Says what was done, and offers `undo`. The message disappears after a few seconds. */
export function say(text: string, undo?: () => void): void {
  const action = undo === undefined ? null : { label: 'Undo', isUndo: true, run: undo };
  const toast = add({ text, tone: 'plain', action });
  setTimeout(() => dismissToast(toast.id), SHOWN_MS);
}

/** Says what failed. The message stays until the user dismisses it. */
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

/** Runs the action of a toast, and dismisses it. */
export function runToast({ id, action }: Toast): void {
  dismissToast(id);
  action?.run();
}

/** Undoes the latest action whose message is still shown. */
export function undoLast(): void {
  const last = toasts.get().findLast(({ action }) => action?.isUndo === true);
  if (last !== undefined) runToast(last);
}

function add(toast: Omit<Toast, 'id'>): Toast {
  const added = { ...toast, id: ++lastId };
  toasts.update((list) => [...list, added].slice(-MAX_TOASTS));
  return added;
}
