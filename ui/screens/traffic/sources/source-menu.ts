// The menu of a source: of a host, a path or an app, or of a part of the list.
import { Download, ListFilter, LockOpen, Pin, Trash2 } from 'lucide-react';
import { copyText, count, deleteFlows } from '../../../state/actions.ts';
import { pausedList } from '../../../state/app.ts';
import { flowTable } from '../../../state/flows.ts';
import { isViewer } from '../../../state/mode.ts';
import { compiledFilters, savedFilters } from '../../../state/saved-filters.ts';
import type { MenuEntry } from '../../../parts/index.ts';
import { dialog } from '../actions/dialogs.ts';
import { filterEntries, partOf, pathPart, type FilterPart } from '../actions/filter-by.ts';
import { togglePins } from '../actions/request-actions.ts';
import { sslEntries } from '../actions/ssl-proxying.ts';
import { sourceTest, type Source } from '../model/sources.ts';

export function sourceMenu(source: Source): readonly MenuEntry[] {
  const ids = idsOf(source);
  const isEmpty = ids.length === 0;
  const requests = count(ids.length, 'request');
  return [
    ...ownEntries(source),
    ...(isViewer
      ? []
      : [
          {
            label: 'Pin or unpin',
            icon: Pin,
            disabled: isEmpty,
            onSelect: () => void togglePins(ids),
          },
        ]),
    {
      label: `Export ${requests}…`,
      icon: Download,
      disabled: isEmpty,
      onSelect: () => dialog.set({ type: 'export', ids }),
    },
    ...(isViewer
      ? []
      : ([
          'separator',
          {
            label: `Delete ${requests}`,
            icon: Trash2,
            danger: true,
            disabled: isEmpty,
            onSelect: () => void deleteFlows(ids),
          },
        ] as const)),
  ];
}

function ownEntries(source: Source): readonly MenuEntry[] {
  switch (source.type) {
    case 'host': {
      const { host, path } = source;
      return [
        {
          label: path === '' ? 'Copy host' : 'Copy host and path',
          onSelect: () => void copyText(host + path, 'Copied'),
        },
        filterBy([partOf('Host', 'host', host), ...(path === '' ? [] : [pathPart(path)])]),
        ...ssl({ host }),
        'separator',
      ];
    }
    case 'app':
      return [filterBy([partOf('App', 'app', source.app)]), ...ssl({ app: source.app }), 'separator'];
    default:
      return [];
  }
}

function filterBy(parts: readonly FilterPart[]): MenuEntry {
  return { label: 'Filter by', icon: ListFilter, entries: filterEntries(parts) };
}

function ssl(of: Parameters<typeof sslEntries>[0]): readonly MenuEntry[] {
  return isViewer ? [] : [{ label: 'SSL proxying', icon: LockOpen, entries: sslEntries(of) }];
}

/** Returns the ids of its requests. */
function idsOf(source: Source): readonly number[] {
  const held = new Set(pausedList.store.get().value?.map(({ requestId }) => requestId));
  const test = sourceTest(source, held, compiledFilters(savedFilters.get()));
  const ids: number[] = [];
  flowTable.visitWhile(false, (row) => {
    if (test(row)) ids.push(row.id);
    return true;
  });
  return ids;
}
