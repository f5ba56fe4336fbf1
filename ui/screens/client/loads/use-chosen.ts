// The choices for a load test, as far as the workspace has them.
import { useResource } from '../../../state/resource.ts';
import { environments } from '../model/environments.ts';
import { workspace } from '../model/workspace.ts';
import type { LoadSetup } from './setup-parts.ts';

/** Returns what is chosen, by its ids; what is not in the workspace any more, or was never chosen, is the first there. */
export function useChosen(setup: LoadSetup): LoadSetup {
  const tree = useResource(workspace).value?.tree ?? [];
  const known = useResource(environments).value;
  const collections = tree.filter(({ kind }) => kind === 'collection');
  const own =
    collections.find(({ id }) => id === setup.collection) ??
    collections.find(({ name }) => name === setup.collection);
  const environment =
    known?.find(({ id }) => id === setup.environment) ??
    known?.find(({ name }) => name === setup.environment);
  return {
    ...setup,
    collection: own?.id ?? collections[0]?.id ?? '',
    only: own === undefined ? [] : setup.only,
    weights: own === undefined ? {} : setup.weights,
    dataset: tree.some(({ kind, id }) => kind === 'dataset' && id === setup.dataset) ? setup.dataset : '',
    environment: known === null ? setup.environment : (environment?.id ?? ''),
  };
}
