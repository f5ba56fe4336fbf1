// The lines of a preview of a synchronization: new, changed and gone requests, each kind below its heading.
import type { SyncChange } from './use-sync.ts';

export type SyncLine =
  | { readonly type: 'heading'; readonly key: string; readonly mark: string; readonly text: string }
  | { readonly type: 'change'; readonly key: string; readonly change: SyncChange }
  | {
      readonly type: 'difference';
      readonly key: string;
      readonly difference: SyncChange['differences'][number];
    };

const GROUPS = [
  ['added', '+', (number: number) => `${number} new`],
  ['updated', '~', (number: number) => `${number} changed`],
  ['removed', '−', (number: number) => `${number} gone, into the trash`],
] as const;

/** The key of a change is its id. */
export function syncLines(changes: readonly SyncChange[]): readonly SyncLine[] {
  return GROUPS.flatMap(([type, mark, text]): readonly SyncLine[] => {
    const own = changes.filter((change) => change.type === type);
    if (own.length === 0) return [];
    return [
      { type: 'heading', key: `heading:${type}`, mark, text: text(own.length) },
      ...own.flatMap((change): readonly SyncLine[] => [
        { type: 'change', key: change.id, change },
        ...change.differences.map((difference, at) => ({
          type: 'difference' as const,
          key: `${change.id}:${at}`,
          difference,
        })),
      ]),
    ];
  });
}
