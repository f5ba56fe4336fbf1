// Slots of the frame that a screen fills: its actions in the top bar, and its figures in the status bar.
import { useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createStore } from '../state/store.ts';

const actions = createStore<HTMLElement | null>(null);
const figures = createStore<HTMLElement | null>(null);

/** Renders the children at the right of the top bar. */
export function TopActions({ children }: { readonly children: ReactNode }) {
  return useSlot(actions, children);
}

/** Renders the children at the left of the status bar, after the state of the connection. */
export function StatusFigures({ children }: { readonly children: ReactNode }) {
  return useSlot(figures, children);
}

export const actionsSlot = actions.set;
export const figuresSlot = figures.set;

function useSlot(slot: typeof actions, children: ReactNode) {
  const element = useSyncExternalStore(slot.subscribe, slot.get);
  return element === null ? null : createPortal(children, element);
}
