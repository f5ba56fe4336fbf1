// Choices that the browser remembers for each request.
import { createBrowserPreference, isRecordOf, isString } from '../../../state/preferences.ts';
import { useStore } from '../../../state/store.ts';

/** Requests whose choice is remembered. */
const MAX_CHOSEN = 500;

export interface Choices {
  /** Returns the choice of a tab; null for none. */
  readonly use: (tab: string) => string | null;
  readonly choose: (tab: string, id: string) => void;
}

export function createChoices(name: string): Choices {
  const chosen = createBrowserPreference<Readonly<Record<string, string>>>(name, {}, isRecordOf(isString));
  return {
    use: (tab) => useStore(chosen)[tab] ?? null,
    choose: (tab, id) =>
      chosen.update((choices) => {
        const others = Object.entries(choices).filter(([each]) => each !== tab);
        return Object.fromEntries([...others.slice(-MAX_CHOSEN), [tab, id]]);
      }),
  };
}
