// Preferences: sizes, columns and saved filters, but never captured data. The app keeps them for all its windows. The
// browser keeps those that belong to the screen in front of the user, and all of them where there is no app.
import { isObject } from '../../src/base/is-object.ts';
import { isViewer } from './mode.ts';
import { announceChange, followPreference } from './preference-sync.ts';
import { SharedPreference } from './shared-preference.ts';
import { createStore, type Store } from './store.ts';

const PREFIX = 'proxyctl.';

type IsValid<T> = (value: unknown) => value is T;

/** A store that outlasts the page. */
export interface Preference<T> extends Store<T> {
  readonly name: string;
  readonly isValid: IsValid<T>;
}

/**
 * Returns a store that the app keeps. Windows that change different keys of one object do not disturb each other.
 * `isValid` rejects values that another version may have written. `fromBrowser` converts a value that a browser kept
 * before the app did, `complete` one that an older version of the app has stored.
 */
export function createPreference<T>(
  name: string,
  initial: T,
  isValid: IsValid<T>,
  fromBrowser: (value: unknown) => unknown = (value) => value,
  complete: (value: unknown) => unknown = (value) => value,
): Preference<T> {
  if (isViewer) return createBrowserPreference(name, initial, isValid);
  const old = browserValue(name, fromBrowser);
  const preference = new SharedPreference(
    initial,
    isValid,
    { value: isValid(old) ? old : null, forget: () => localStorage.removeItem(PREFIX + name) },
    complete,
  );
  followPreference(name, preference);
  const set = (value: T): void => {
    preference.shown.set(value);
    announceChange();
  };
  const { shown } = preference;
  return { ...shown, name, isValid, set, update: (change) => set(change(shown.get())) };
}

/**
 * Returns a store of the choices in a form. What an older version has stored stays when fields are added or change: a
 * field that is missing or not valid is the initial one.
 */
export function createFormPreference<T extends object>(
  name: string,
  initial: T,
  isValid: IsValid<T>,
): Preference<T> {
  return createPreference(name, initial, isValid, (value) => value, completed(initial, isValid));
}

/** Returns a function that replaces the fields of a stored form that cannot be used. */
export function completed<T extends object>(initial: T, isValid: IsValid<T>): (value: unknown) => unknown {
  const usable = (field: string, value: unknown): boolean => isValid({ ...initial, [field]: value });
  return (value) =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(initial).map(([field, other]) => [
            field,
            usable(field, value[field]) ? value[field] : other,
          ]),
        )
      : value;
}

/** Returns a store that this browser keeps. */
export function createBrowserPreference<T>(name: string, initial: T, isValid: IsValid<T>): Preference<T> {
  const value = browserValue(name);
  const store = createStore(isValid(value) ? value : initial);
  store.subscribe(() => {
    try {
      localStorage.setItem(PREFIX + name, JSON.stringify(store.get()));
    } catch {
      // Without storage, or when it is full, the preference lasts as long as the page.
    }
  });
  return { ...store, name, isValid };
}

function browserValue(name: string, convert = (value: unknown): unknown => value): unknown {
  try {
    return convert(JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null'));
  } catch {
    return null;
  }
}

/** Returns a test for preferences with a few possible values. */
export function isOneOf<const T extends string>(...values: readonly T[]): (value: unknown) => value is T {
  return (value): value is T => values.includes(value as T);
}

export function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

export function isStringList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** Returns a test for objects whose values pass `isValue`. */
export function isRecordOf<T>(isValue: IsValid<T>): IsValid<Readonly<Record<string, T>>> {
  return (value): value is Readonly<Record<string, T>> =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((each) => isValue(each));
}

export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/** Returns a record without one of its keys. */
export function withoutKey<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).filter(([each]) => each !== key));
}
