// The request that a step sends: method and name, as the tree has them.
import { useResource } from '../../../state/resource.ts';
import { workspace, type TreeObject } from '../model/workspace.ts';
import { RequestLabel } from '../parts/request-label.tsx';
import css from './flow.module.css';
import type { FlowStep } from './flow-steps.ts';

type SendStep = Extract<FlowStep, { readonly type: 'send' }>;

export function StepRequest({ step }: { readonly step: SendStep }) {
  const { value } = useResource(workspace);
  const found = value === null ? null : requestOf(value.tree, step);
  if (step.request === '') return <em className={css['missing']}>Choose a request</em>;
  if (found === null)
    return (
      <>
        <strong>{step.request}</strong>
        <em className={css['missing']}>is not in the workspace</em>
      </>
    );
  return (
    <>
      <RequestLabel type={found.type} method={found.method} />
      <strong>{found.name}</strong>
    </>
  );
}

/** Returns the request that a step names by id, name or path; null when there is none. */
export function requestOf(tree: readonly TreeObject[], { collection, request }: SendStep): TreeObject | null {
  for (const each of tree) {
    if (each.kind !== 'collection') continue;
    if (collection !== '' && each.id !== collection && each.name !== collection) continue;
    const found = find(each.items ?? [], request, '');
    if (found !== null) return found;
  }
  return null;
}

function find(items: readonly TreeObject[], wanted: string, path: string): TreeObject | null {
  for (const item of items) {
    const own = `${path}${item.name}`;
    if (item.items === undefined && [item.id, item.name, own].includes(wanted)) return item;
    const inner = item.items === undefined ? null : find(item.items, wanted, `${own}/`);
    if (inner !== null) return inner;
  }
  return null;
}

/** Returns the names of the requests of a collection, or of all, each once. */
export function requestNames(tree: readonly TreeObject[], collection: string): readonly string[] {
  const names = new Set<string>();
  const walk = (items: readonly TreeObject[]): void => {
    for (const item of items)
      if (item.items === undefined) names.add(item.name);
      else walk(item.items);
  };
  for (const each of tree)
    if (
      each.kind === 'collection' &&
      (collection === '' || each.name === collection || each.id === collection)
    )
      walk(each.items ?? []);
  return [...names];
}
