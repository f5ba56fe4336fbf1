// The set-up of a load test, as its tab has it: of a saved one its draft, otherwise what was chosen last.
import { useState } from 'react';
import { isSameJson } from '../../../../src/base/same-json.ts';
import { useStore } from '../../../state/store.ts';
import { editObject, useObject } from '../model/objects.ts';
import type { Fields, OpenObject } from '../model/open-object.ts';
import { ownTab } from '../model/tabs.ts';
import { fieldsOf, setupOf, type SavedFields } from './saved-setup.ts';
import type { LoadSetup } from './setup-parts.ts';
import { loadSetup } from './setup.ts';
import { useChosen } from './use-chosen.ts';

export interface TabSetup {
  readonly tab: string;
  readonly setup: LoadSetup;
  readonly change: (part: Partial<LoadSetup>) => void;
  /** The name of the saved load test; null for one that is not saved. */
  readonly name: string | null;
  readonly object: OpenObject | null;
}

export function useNewSetup(): TabSetup {
  const setup = useChosen(useStore(loadSetup));
  return {
    tab: 'load:new',
    setup,
    change: (part) => loadSetup.set({ ...setup, ...part }),
    name: null,
    object: null,
  };
}

/** `tab`: `loadTest:<id>`. */
export function useSavedSetup(tab: string): TabSetup {
  const object = useObject(tab);
  const { name = '', ...rest } = object.value as Partial<SavedFields & { readonly name: string }>;
  const [typed, setTyped] = useState<LoadSetup | null>(null);
  const stored = useChosen(setupOf(rest));
  // What was typed stays as it was typed while the draft says the same.
  const typedFields = typed === null ? null : fieldsOf(typed);
  const isTyped = typed !== null && (typedFields === null || isSameJson(typedFields, fieldsOf(stored)));
  const setup = isTyped ? typed : stored;
  return {
    tab,
    setup,
    change(part) {
      const changed = { ...setup, ...part };
      setTyped(changed);
      ownTab(tab);
      const [before, after] = [fieldsOf(stored) as Fields | null, fieldsOf(changed)];
      const fields = Object.entries(after ?? {}).filter(
        ([field, value]) => !isSameJson(value, before?.[field]),
      );
      if (fields.length > 0) editObject(tab, Object.fromEntries(fields));
    },
    name,
    object,
  };
}
