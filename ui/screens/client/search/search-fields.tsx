// The fields of a search: what is sought, where, and what replaces it.
import { Checkbox, Chip, ChipGroup, TextField } from '../../../parts/index.ts';
import css from './search.module.css';
import type { Query } from './use-search.ts';

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

export type Area = (typeof AREAS)[number][0];

interface SearchFieldsProps {
  readonly query: Query;
  readonly replacement: string;
  /** None for everything. */
  readonly areas: readonly Area[];
  readonly onQuery: (changed: Partial<Query>) => void;
  readonly onReplacement: (text: string) => void;
  readonly onAreas: (areas: readonly Area[]) => void;
}

export function SearchFields(props: SearchFieldsProps) {
  const { query, replacement, onQuery, onReplacement } = props;
  return (
    <div className={css['fields']} role="search">
      <TextField
        aria-label="Find"
        mono
        autoFocus
        placeholder="Find"
        value={query.query}
        onChange={(text) => onQuery({ query: text })}
      />
      <Options query={query} onQuery={onQuery} />
      <TextField
        aria-label="Replace with"
        mono
        placeholder="Replace with"
        value={replacement}
        onChange={onReplacement}
      />
      <Areas {...props} />
    </div>
  );
}

function Options({ query, onQuery }: Pick<SearchFieldsProps, 'query' | 'onQuery'>) {
  return (
    <span className={css['options']}>
      <Checkbox
        label="Aa"
        checked={query.matchCase === true}
        onChange={(matchCase) => onQuery({ matchCase })}
      />
      <Checkbox
        label="Word"
        checked={query.wholeWord === true}
        onChange={(wholeWord) => onQuery({ wholeWord })}
      />
      <Checkbox label=".*" checked={query.isRegex === true} onChange={(isRegex) => onQuery({ isRegex })} />
    </span>
  );
}

function Areas({ areas, onAreas }: Pick<SearchFieldsProps, 'areas' | 'onAreas'>) {
  const toggled = (area: Area): readonly Area[] =>
    areas.includes(area) ? areas.filter((each) => each !== area) : [...areas, area];
  return (
    <ChipGroup label="Places" className={css['areas']}>
      {AREAS.map(([area, title]) => (
        <Chip key={area} pressed={areas.includes(area)} onPress={() => onAreas(toggled(area))}>
          {title}
        </Chip>
      ))}
    </ChipGroup>
  );
}
