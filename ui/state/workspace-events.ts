// Events of the workspace: changes of its files and drafts.
import type { ParsedWorkspaceEvent } from '../api/events.ts';

type Listener = (event: ParsedWorkspaceEvent) => void;

const listeners = new Set<Listener>();

/** Calls `listener` for each event. Returns a function that ends that. */
export function onWorkspaceEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function emitWorkspaceEvent(event: ParsedWorkspaceEvent): void {
  for (const listener of listeners) listener(event);
}

/** Calls `listener` when files have changed, or may have while the connection was lost. */
export function onFilesChanged(listener: () => void): () => void {
  return onWorkspaceEvent(({ type }) => {
    if (type === 'files' || type === 'missed') listener();
  });
}
