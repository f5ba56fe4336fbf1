// The ways to an object from elsewhere: the command that uses it, a link for whoever has the same files, its file.
import { Link, SquareTerminal, FileText } from 'lucide-react';
import type { MenuEntry } from '../../../parts/index.ts';
import { copyText } from '../../../state/actions.ts';
import { locationFragment } from '../../../state/location.ts';
import { shellWord } from '../jobs/shell-word.ts';
import { environments } from '../model/environments.ts';
import type { Placed } from '../model/steps.ts';
import { workspace } from '../model/workspace.ts';

export function copyEntries(placed: Placed): readonly MenuEntry[] {
  const { kind, id, path } = placed.object;
  const link = `${location.origin}/${locationFragment('client', { kind, id })}`;
  return [
    {
      label: 'Copy command',
      icon: SquareTerminal,
      disabled: commandOf(placed) === null ? 'No command takes it alone' : false,
      // The environments may have been read meanwhile.
      onSelect: () => void copyText(commandOf(placed) ?? '', 'Copied the command'),
    },
    { label: 'Copy link', icon: Link, onSelect: () => void copyText(link, 'Copied the link') },
    {
      label: 'Copy path of the file',
      icon: FileText,
      onSelect: () => void copyText(path, 'Copied the path'),
    },
  ];
}

/** Returns the command that uses an object, with the active environment; null where there is none. */
export function commandOf({ object: { kind, name, path }, above }: Placed): string | null {
  const active = environments.store.get().value?.find((each) => each.active);
  const environment = active === undefined ? '' : ` -e ${shellWord(active.name)}`;
  const [collection] = above;
  // What is no run itself is used by one.
  const firstCollection = (workspace.store.get().value?.tree ?? []).find(
    (each) => each.kind === 'collection',
  )?.name;
  switch (kind) {
    case 'request':
      return `proxyctl send ${shellWord([...above.map((each) => each.name), name].join('/'))}${environment}`;
    case 'collection':
      return `proxyctl collection run ${shellWord(name)}${environment}`;
    case 'folder':
      return `proxyctl collection run ${shellWord(collection?.name ?? '')} --folder ${shellWord(name)}${environment}`;
    case 'flow':
      return `proxyctl flow run ${shellWord(name)}${environment}`;
    case 'run':
      return `proxyctl collection run --config ${shellWord(name)}`;
    case 'loadTest':
      return `proxyctl perf --config ${shellWord(name)}`;
    case 'spec':
      return `proxyctl spec lint ${shellWord(path)}`;
    case 'environment':
      return firstCollection === undefined
        ? null
        : `proxyctl collection run ${shellWord(firstCollection)} -e ${shellWord(name)}`;
    case 'dataset':
      return firstCollection === undefined
        ? null
        : `proxyctl collection run ${shellWord(firstCollection)} -d ${shellWord(name)}${environment}`;
    case 'globals':
      return null;
  }
}
