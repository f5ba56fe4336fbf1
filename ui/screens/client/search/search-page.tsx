// Search and replace in the whole workspace, with a look at each place before.
import { useState } from 'react';
import { useCommands } from '../../../commands/index.ts';
import { rpc } from '../../../api/client.ts';
import { Button, PaneHead } from '../../../parts/index.ts';
import { attempt, count } from '../../../state/actions.ts';
import { say } from '../../../state/toasts.ts';
import { windowName } from '../../../state/window.ts';
import { undoStep } from '../model/steps.ts';
import { Occurrences } from './occurrences.tsx';
import { SearchFields, type Area } from './search-fields.tsx';
import css from './search.module.css';
import { useSearch, type Occurrence, type Query } from './use-search.ts';

export function SearchPage() {
  const [query, setQuery] = useState<Query>({ query: '' });
  const [replacement, setReplacement] = useState('');
  const [areas, setAreas] = useState<readonly Area[]>([]);
  /** Occurrences whose choice differs from the first one. */
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set());
  const isReplacing = replacement !== '';
  const { found, error } = useSearch({
    ...query,
    ...(areas.length > 0 && { areas: [...areas] }),
    ...(isReplacing && { replacement }),
  });
  const isChosen = ({ occurrence, risk }: Occurrence): boolean => (risk === null) !== flipped.has(occurrence);
  const chosen = found.occurrences.filter(isChosen);
  const set = (changed: Partial<Query>): void => {
    setQuery({ ...query, ...changed });
    setFlipped(new Set());
  };
  const replaceAll = (): void =>
    void attempt('Nothing was replaced', () => replaceChosen(query, replacement, chosen));
  const canReplace = isReplacing && chosen.length > 0;
  useReplaceCommand(canReplace, replaceAll);
  return (
    <>
      <PaneHead wraps title="Search" note="in the whole workspace, drafts included">
        <Button kind="line" keys="mod+alt+enter" disabled={!canReplace} onClick={replaceAll}>
          {`Replace ${chosen.length}`}
        </Button>
      </PaneHead>
      <SearchFields
        {...{ query, replacement, areas }}
        onQuery={set}
        onReplacement={setReplacement}
        onAreas={setAreas}
      />
      {error !== null && (
        <p className={css['failed']} role="alert">
          {error}
        </p>
      )}
      <p className={css['total']} role="status">
        {totalText(query.query, found.total, found.occurrences)}
      </p>
      <Occurrences
        occurrences={found.occurrences}
        isReplacing={isReplacing}
        isChosen={isChosen}
        onFlip={(keys) => setFlipped(withFlipped(flipped, keys))}
      />
    </>
  );
}

function useReplaceCommand(canReplace: boolean, run: () => void): void {
  useCommands([
    {
      id: 'client.replace-all',
      title: 'Replace what is chosen',
      group: 'client',
      keys: 'mod+alt+enter',
      inFields: true,
      ...(!canReplace && { why: 'Search, and type a replacement' }),
      run,
    },
  ]);
}

async function replaceChosen(
  { areas: _areas, limit: _limit, kinds: _kinds, ...query }: Query,
  replacement: string,
  chosen: readonly Occurrence[],
): Promise<void> {
  const { occurrences, objects } = await rpc('client.replace', {
    ...query,
    replacement,
    occurrences: chosen.map(({ occurrence }) => occurrence),
    window: windowName,
  });
  say(`Replaced ${count(occurrences, 'place')} in ${count(objects, 'file')}`, undoStep);
}

function withFlipped(flipped: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> {
  const next = new Set(flipped);
  for (const key of keys) if (!next.delete(key)) next.add(key);
  return next;
}

function totalText(query: string, total: number, shown: readonly Occurrence[]): string {
  if (query === '') return 'Names, URLs, headers, bodies, variables, scripts and descriptions are searched.';
  if (total === 0) return `Nothing has “${query}”.`;
  const files = new Set(shown.map(({ kind, id }) => `${kind}:${id}`)).size;
  const more = total > shown.length ? `, the first ${shown.length.toLocaleString('en')} are shown` : '';
  return `${count(total, 'place')} in ${count(files, 'file')}${more}`;
}
