// The choices for a load test, as far as the workspace has them.
import { useResource } from '../../../state/resource.ts';
import { useStore } from '../../../state/store.ts';
import { environments } from '../model/environments.ts';
import { workspace } from '../model/workspace.ts';
import type { LoadSetup } from './setup-parts.ts';
import { loadSetup } from './setup.ts';

/** Returns what is chosen; what is not in the workspace any more, or was never chosen, is the first that there is. */
export function useChosen(): LoadSetup {
  const setup = useStore(loadSetup);
  const tree = useResource(workspace).value?.tree ?? [];
  const known = useResource(environments).value;
  const collections = tree.filter(({ kind }) => kind === 'collection');
  const isThere = collections.some(({ id }) => id === setup.collection);
  const isIn = (kind: string, id: string): boolean =>
    tree.some((each) => each.kind === kind && each.id === id);
  return {
    ...setup,
    collection: isThere ? setup.collection : (collections[0]?.id ?? ''),
    only: isThere ? setup.only : '',
    dataset: isIn('dataset', setup.dataset) ? setup.dataset : '',
    environment: known !== null && !known.some(({ id }) => id === setup.environment) ? '' : setup.environment,
  };
}
