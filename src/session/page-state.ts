// The values that the app keeps for the pages of its web UI, so that every window has the same: preferences, and drafts.
import { changedDrafts, type DraftChange, type Drafts } from '../base/drafts.ts';
import { messageOf } from '../base/errors.ts';
import { ChangeSignal } from './change-signal.ts';
import { boundedDrafts } from './saved-drafts.ts';
import { changedPreferences, type Preferences } from './preferences.ts';

export interface PageValues {
  readonly preferences: Preferences;
  readonly drafts: Drafts;
}

/** Each function rejects with an Error when it cannot save. */
export interface PageStore {
  savePreferences(preferences: Preferences): Promise<void>;
  saveDrafts(drafts: Drafts): Promise<void>;
}

export class PageState {
  readonly changes = { preferences: new ChangeSignal(), drafts: new ChangeSignal() };
  readonly #store: PageStore;
  #preferences: Preferences;
  #drafts: Drafts;
  /** Settles when the last change of preferences has ended; changes run one after another. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor({ preferences, drafts }: PageValues, store: PageStore) {
    this.#preferences = preferences;
    this.#drafts = drafts;
    this.#store = store;
  }

  get preferences(): Preferences {
    return this.#preferences;
  }

  /** All that was typed and is not saved. */
  get drafts(): Drafts {
    return this.#drafts;
  }

  /** Merges a change into the preferences, and saves them. When it rejects, nothing has changed. */
  changePreferences(change: Preferences): Promise<Preferences> {
    const changed = this.#turn.then(async () => {
      const preferences = changedPreferences(this.#preferences, change);
      await this.#store.savePreferences(preferences);
      this.#preferences = preferences;
      this.changes.preferences.notify();
      return preferences;
    });
    this.#turn = changed.catch(() => undefined);
    return changed;
  }

  /**
   * Changes drafts. Resolves with the reason why they are only in memory; null when they are saved. Rejects when they
   * become too large.
   */
  async changeDrafts(changes: readonly DraftChange[]): Promise<string | null> {
    this.#drafts = boundedDrafts(changedDrafts(this.#drafts, changes));
    this.changes.drafts.notify();
    return this.#store.saveDrafts(this.#drafts).then(() => null, messageOf);
  }

  /** Waits until changes are saved. */
  async settled(): Promise<void> {
    await this.#turn;
  }
}
