// Preferences that this browser keeps: theme, sizes, columns and saved filters, but never captured data.
import { createStore, type Store } from './store.ts';

const PREFIX = 'proxyctl.';

/** Returns a store that is kept in local storage. `isValid` rejects values that an older version may have written. */
export function createPreference<T>(
  name: string,
  initial: T,
  isValid: (value: unknown) => value is T,
): Store<T> {
  const store = createStore(read(name, initial, isValid));
  store.subscribe(() => {
    try {
      localStorage.setItem(PREFIX + name, JSON.stringify(store.get()));
    } catch {
      // Without storage, or when it is full, the preference lasts as long as the page.
    }
  });
  return store;
}

function read<T>(name: string, initial: T, isValid: (value: unknown) => value is T): T {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null');
    return isValid(value) ? value : initial;
  } catch {
    return initial;
  }
}

/** Returns a test for preferences with a few possible values. */
export function isOneOf<const T extends string>(...values: readonly T[]): (value: unknown) => value is T {
  return (value): value is T => values.includes(value as T);
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

export function isStringList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

export function isNumberRecord(value: unknown): value is Readonly<Record<string, number>> {
  return typeof value === 'object' && value !== null && Object.values(value).every(isNumber);
}
