// State that the app holds: loaded when it is first needed, and again when an event says that it has changed.
import { useEffect } from 'react';
import { messageOf } from '../api/client.ts';
import { createStore, useStore, type Store } from './store.ts';

export interface Loaded<T> {
  /** Null before the first answer. */
  readonly value: T | null;
  /** The reason why the last attempt failed; the value is then the one before. */
  readonly error: string | null;
}

export interface Resource<T> {
  readonly store: Store<Loaded<T>>;
  /** Loads again, if anybody has asked for it before. */
  readonly refresh: () => void;
  /** Loads now and resolves when the answer is there. */
  readonly load: () => Promise<void>;
  /** Takes over a value that an operation has returned. */
  readonly set: (value: T) => void;
}

export function createResource<T>(fetchValue: () => Promise<T>): Resource<T> {
  const store = createStore<Loaded<T>>({ value: null, error: null });
  let latest = 0;
  let isUsed = false;
  const load = async (): Promise<void> => {
    isUsed = true;
    const attempt = ++latest;
    try {
      const value = await fetchValue();
      if (attempt === latest) store.set({ value, error: null });
    } catch (error) {
      if (attempt === latest) store.update(({ value }) => ({ value, error: messageOf(error) }));
    }
  };
  return {
    store,
    load,
    refresh: () => {
      if (isUsed) void load();
    },
    set: (value) => {
      latest += 1;
      store.set({ value, error: null });
    },
  };
}

/** Returns the value, and loads it when nobody has yet. */
export function useResource<T>(resource: Resource<T>): Loaded<T> {
  const loaded = useStore(resource.store);
  const isMissing = loaded.value === null && loaded.error === null;
  useEffect(() => {
    if (isMissing) void resource.load();
  }, [resource, isMissing]);
  return loaded;
}
