// The message of each tab that is typed for its connection, and is no step yet. It survives a reload.
import { createStore, useStore } from '../../../state/store.ts';
import { tabs } from '../model/tabs.ts';

const STORED = 'proxyctl.client.composed';

const composed = createStore<Readonly<Record<string, unknown>>>(stored());

composed.subscribe(() => {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(composed.get()));
  } catch {
    // Without storage, or when it is full, it lasts as long as the page.
  }
});

/** Returns the message that is typed in a tab, with `blank` for what is missing. */
export function useComposed<S extends object>(tab: string, blank: S): S {
  const value = useStore(composed)[tab];
  return { ...blank, ...(value as Partial<S> | undefined) };
}

export function compose(tab: string, message: object | null): void {
  const { [tab]: _, ...rest } = composed.get();
  composed.set(message === null ? rest : { ...rest, [tab]: message });
}

function stored(): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

tabs.subscribe(() => {
  const open = new Set(tabs.get().list.map(({ key }) => key));
  for (const tab of Object.keys(composed.get())) if (!open.has(tab)) compose(tab, null);
});

/** The message of each tab that is ready to be sent, which Send takes while the connection is open. */
const ready = new Map<string, () => void>();

/** Offers the message of a tab to Send. Returns a function that takes the offer back. */
export function offerMessage(tab: string, send: () => void): () => void {
  ready.set(tab, send);
  return () => {
    if (ready.get(tab) === send) ready.delete(tab);
  };
}

export function sendOffered(tab: string): void {
  ready.get(tab)?.();
}
