// The import of the sources that were chosen.
import { rpc } from '../../../api/client.ts';
import { count } from '../../../state/actions.ts';
import { say, sayError } from '../../../state/toasts.ts';
import { windowName } from '../../../state/window.ts';
import { newRequest, undoStep } from '../model/steps.ts';
import { setOpen } from '../model/tree-state.ts';
import { objectKey, workspace } from '../model/workspace.ts';
import type { Plan } from './plan-row.tsx';
import type { ImportSource } from './sources.ts';

interface Wanted {
  readonly source: ImportSource;
  readonly plan: Plan;
  readonly isUpdate: boolean;
}

/** Imports files; commands, which belong to no collection, are opened as requests that are not saved. */
export async function runImport(wanted: readonly Wanted[]): Promise<void> {
  const commands = wanted.filter(({ source, plan }) => 'text' in source && isCommand(plan));
  for (const { source } of commands)
    newRequest((await rpc('client.request_from_text', { text: (source as { text: string }).text })).request);
  const files = wanted.filter((each) => !commands.includes(each));
  if (files.length === 0) return;
  const sources = files.map(({ source, isUpdate }) => ({ source, isUpdate }));
  const { results, collections } = await rpc('client.import', { sources, window: windowName });
  await workspace.load();
  setOpen(
    collections.map(({ id }) => objectKey('collection', id)),
    true,
  );
  for (const { name, error } of results) if (error !== null) sayError(`${name} was not imported: ${error}`);
  const done = results.filter(({ error }) => error === null).length;
  if (done > 0) say(`Imported ${count(done, 'file')}`, undoStep);
}

function isCommand({ collections, environments, specs, counts }: Plan): boolean {
  return [collections, environments, specs].every((list) => list.length === 0) && counts.requests === 1;
}
