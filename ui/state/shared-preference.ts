// A preference as the app has it and as this window shows it. The difference is what the app has yet to get; it is
// kept as a patch, so that changes of other windows stay.
import { isObject } from '../../src/base/is-object.ts';
import { mergePatch, patchBetween } from '../../src/base/merge-patch.ts';
import { createStore, type Store } from './store.ts';

/** The value that the browser kept before the app did. */
export interface OldValue<T> {
  /** Null without one. */
  readonly value: T | null;
  /** Called when the app has it. */
  readonly forget: () => void;
}

export class SharedPreference<T> {
  readonly shown: Store<T>;
  readonly #initial: T;
  readonly #isValid: (value: unknown) => value is T;
  readonly #old: OldValue<T>;
  readonly #complete: (value: unknown) => unknown;
  #oldState: 'unread' | 'read' | 'forgotten';
  /** As the app has it; the initial value where the app has none. */
  #base: T;
  #isSaved = false;
  /** The value on its way to the app; null for none. */
  #sent: { readonly value: T } | null = null;

  /** `complete`: of a value that an older version has stored. */
  constructor(
    initial: T,
    isValid: (value: unknown) => value is T,
    old: OldValue<T>,
    complete: (value: unknown) => unknown = (value) => value,
  ) {
    this.#complete = complete;
    this.shown = createStore(initial);
    this.#initial = initial;
    this.#base = initial;
    this.#isValid = isValid;
    this.#old = old;
    this.#oldState = old.value === null ? 'forgotten' : 'unread';
  }

  /** Returns the merge patch for the app; undefined when the app has what is shown. */
  difference(): unknown {
    const patch = patchBetween(this.#base, this.shown.get());
    return patch === undefined || this.#isSaved ? patch : this.shown.get();
  }

  /** Notes that what is shown is on its way to the app: changes from now on are changes of it. */
  sending(): void {
    this.#sent = { value: this.shown.get() };
  }

  /** Notes that it did not arrive. */
  notSent(): void {
    this.#sent = null;
  }

  /** Takes over the value that the app has; what the app has yet to get stays. */
  take(stored: unknown): void {
    const value = this.#complete(stored);
    const mine = this.#sent === null ? this.difference() : patchBetween(this.#sent.value, this.shown.get());
    this.#sent = null;
    this.#isSaved = this.#isValid(value);
    this.#base = this.#isValid(value) ? value : this.#initial;
    this.#show(mine === undefined ? this.#base : mergePatch(this.#base, mine));
    this.#takeOld();
  }

  /** Shows what the app has, after it has refused a change. */
  discard(): void {
    this.#sent = null;
    this.#show(this.#base);
  }

  #takeOld(): void {
    if (this.#oldState === 'forgotten') return;
    if (this.#oldState === 'unread')
      this.#show(this.#isSaved ? joined(this.#old.value, this.#base) : this.#old.value);
    this.#oldState = 'read';
    if (this.difference() !== undefined) return;
    this.#old.forget();
    this.#oldState = 'forgotten';
  }

  /** Keeps the reference of an equal value, so that nothing is drawn again. */
  #show(value: unknown): void {
    if (patchBetween(this.shown.get(), value) === undefined) return;
    this.shown.set(this.#isValid(value) ? value : this.#base);
  }
}

/** Adds the keys that only the browser has; any other value of the app wins. */
function joined(old: unknown, saved: unknown): unknown {
  return isObject(old) && isObject(saved) ? mergePatch(old, saved) : saved;
}
