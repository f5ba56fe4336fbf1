// Objects that a run takes from their files although they have changes that are not saved.
import { useStore } from '../../../state/store.ts';
import { placed } from '../model/steps.ts';
import { objectKey, unsaved } from '../model/workspace.ts';
import type { RunSetup } from './setup.ts';

/** Collections of which this session runs what is saved, without a question. */
const withoutQuestion = new Set<string>();

/** Returns the keys of objects of a run with changes that are not saved. */
export function useUnsaved(collection: string, setup: RunSetup): readonly string[] {
  useStore(unsaved);
  return changedOf(collection, setup);
}

/** Returns those that the user is asked about. */
export function unsavedOf(collection: string, setup: RunSetup): readonly string[] {
  return withoutQuestion.has(collection) ? [] : changedOf(collection, setup);
}

export function runWithoutQuestion(collection: string): void {
  withoutQuestion.add(collection);
}

function changedOf(collection: string, { dataset }: RunSetup): readonly string[] {
  const data = dataset === null ? null : objectKey('dataset', dataset);
  return [...unsaved.get()].filter((key) => {
    if (key === data || key === objectKey('collection', collection)) return true;
    return placed(key)?.above[0]?.id === collection;
  });
}
