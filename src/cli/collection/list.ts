// `collection list`: lists collections, or the requests of one.
import { requestsOf } from '../../collections/model/collection.ts';
import { REQUEST_TYPE_LABELS, type SavedRequest } from '../../collections/model/request.ts';
import { Workspace } from '../../collections/storage/workspace.ts';
import { printable } from '../../base/printable.ts';
import { printFileErrors } from './file-errors.ts';
import { workspaceFolder } from '../../collections/storage/workspace-folder.ts';

export async function listCollections({
  workspace: given,
}: {
  readonly workspace?: string | undefined;
}): Promise<number> {
  const workspace = new Workspace(await workspaceFolder(given));
  const lines = (await workspace.collections()).flatMap(({ collection: { name, id, items } }) => {
    const requests = [...requestsOf(items)];
    return [
      `${printable(name)} (${requests.length} ${requests.length === 1 ? 'request' : 'requests'}, ${printable(id)})`,
      ...requests.map(
        ({ folders, request }) => `  ${requestLine([...folders.map((each) => each.name)], request)}`,
      ),
    ];
  });
  const environments = await workspace.environments();
  const { activeEnvironment } = workspace.fields();
  if (environments.length > 0) {
    lines.push('Environments:');
    for (const { id, name } of environments)
      lines.push(`  ${printable(name)}${id === activeEnvironment ? ' (active)' : ''}`);
  }
  if (lines.length === 0)
    lines.push(`There is nothing in ${workspace.folder}: "proxyctl import FILE" brings something in`);
  process.stdout.write(`${lines.join('\n')}\n`);
  printFileErrors(workspace);
  return 0;
}

/** Renders a request: method or protocol, folders and name, URL. */
function requestLine(folders: readonly string[], { type, method, name, url }: SavedRequest): string {
  const spoken = type === 'http' ? method : REQUEST_TYPE_LABELS[type];
  return [spoken, [...folders, name].map(printable).join(' / '), printable(url)].join('  ');
}
