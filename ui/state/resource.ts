// State that the app holds. It is loaded when it is first needed, and again when an event says that it changed.
import { useEffect } from 'react';
import { messageOf } from '../api/client.ts';
import { createStore, useStore, type Store } from './store.ts';

/** The state of a resource, as components see it. */
export interface Loaded<T> {
  /** Null before the first response. */
  readonly value: T | null;
  /** The reason why the last attempt failed; `value` is then the previous one. */
  readonly error: string | null;
}

/** A value that the app holds. */
export interface Resource<T> {
  readonly store: Store<Loaded<T>>;
  /** Loads again, if it was ever loaded. */
  readonly refresh: () => void;
  /** Loads now. Resolves when the store has the latest response. */
  readonly load: () => Promise<void>;
  /** Takes over a value that an operation returned. */
  readonly set: (value: T) => void;
}

/** Returns a resource that `fetchValue` loads. Only the latest load counts. */
export function createResource<T>(fetchValue: () => Promise<T>): Resource<T> {
  const store = createStore<Loaded<T>>({ value: null, error: null });
  let latest = 0;
  let loading: Promise<void> | null = null;
  const attempt = async (number: number): Promise<void> => {
    try {
      const value = await fetchValue();
      if (number === latest) store.set({ value, error: null });
    } catch (error) {
      if (number === latest) store.update(({ value }) => ({ value, error: messageOf(error) }));
    }
    if (number !== latest) await loading;
  };
  const load = (): Promise<void> => (loading = attempt(++latest));
  return {
    store,
    load,
    refresh: () => {
      if (loading !== null) void load();
    },
    set: (value) => {
      latest += 1;
      store.set({ value, error: null });
    },
  };
}

/** Returns the value, and loads it if that has not happened yet. */
export function useResource<T>(resource: Resource<T>): Loaded<T> {
  const loaded = useStore(resource.store);
  const isMissing = loaded.value === null && loaded.error === null;
  useEffect(() => {
    if (isMissing) void resource.load();
  }, [resource, isMissing]);
  return loaded;
}
