// Search and replace in the whole workspace, with a look at each place before.
import { useState } from 'react';
import { useCommands } from '../../../commands/index.ts';
import { rpc } from '../../../api/client.ts';
import { Button, Checkbox, Chip, ChipGroup, PaneHead, TextField } from '../../../parts/index.ts';
import { attempt, count } from '../../../state/actions.ts';
import { say } from '../../../state/toasts.ts';
import { windowName } from '../../../state/window.ts';
import { undoStep } from '../model/steps.ts';
import { Occurrences } from './occurrences.tsx';
import css from './search.module.css';
import { useSearch, type Occurrence, type Query } from './use-search.ts';

const AREAS = [
  ['name', 'Names'],
  ['url', 'URLs'],
  ['headers', 'Headers'],
  ['body', 'Bodies'],
  ['auth', 'Auth'],
  ['variables', 'Variables'],
  ['scripts', 'Scripts'],
  ['docs', 'Docs'],
] as const;

type Area = (typeof AREAS)[number][0];

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
  const replaceAll = async (): Promise<void> => {
    await attempt('Nothing was replaced', async () => {
      const { areas: _areas, limit: _limit, kinds: _kinds, ...asked } = query;
      const { occurrences, objects } = await rpc('client.replace', {
        ...asked,
        replacement,
        occurrences: chosen.map(({ occurrence }) => occurrence),
        window: windowName,
      });
      say(`Replaced ${count(occurrences, 'place')} in ${count(objects, 'file')}`, undoStep);
    });
  };
  const why = isReplacing && chosen.length > 0 ? {} : { why: 'Search, and type a replacement' };
  useCommands([
    {
      id: 'client.replace-all',
      title: 'Replace what is chosen',
      group: 'client',
      keys: 'mod+alt+enter',
      inFields: true,
      ...why,
      run: () => void replaceAll(),
    },
  ]);
  return (
    <>
      <PaneHead wraps title="Search" note="in the whole workspace, drafts included">
        <Button
          kind="line"
          keys="mod+alt+enter"
          disabled={!isReplacing || chosen.length === 0}
          onClick={() => void replaceAll()}
        >
          {`Replace ${chosen.length}`}
        </Button>
      </PaneHead>
      <div className={css['fields']} role="search">
        <TextField
          aria-label="Find"
          mono
          autoFocus
          placeholder="Find"
          value={query.query}
          onChange={(text) => set({ query: text })}
        />
        <span className={css['options']}>
          <Checkbox
            label="Aa"
            checked={query.matchCase === true}
            onChange={(matchCase) => set({ matchCase })}
          />
          <Checkbox
            label="Word"
            checked={query.wholeWord === true}
            onChange={(wholeWord) => set({ wholeWord })}
          />
          <Checkbox label=".*" checked={query.isRegex === true} onChange={(isRegex) => set({ isRegex })} />
        </span>
        <TextField
          aria-label="Replace with"
          mono
          placeholder="Replace with"
          value={replacement}
          onChange={setReplacement}
        />
        <ChipGroup label="Places" className={css['areas']}>
          {AREAS.map(([area, title]) => (
            <Chip
              key={area}
              pressed={areas.includes(area)}
              onPress={() =>
                setAreas(areas.includes(area) ? areas.filter((each) => each !== area) : [...areas, area])
              }
            >
              {title}
            </Chip>
          ))}
        </ChipGroup>
      </div>
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
