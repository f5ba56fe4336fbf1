// A section of a comparison: its head, and what differs. An equal one is its head alone.
import { countText, sizeText } from '../../../format/measures.ts';
import { Segmented } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { useStore } from '../../../state/store.ts';
import { bodyLook } from '../model/compared.ts';
import css from './compare.module.css';
import { ComparedBody } from './compared-body.tsx';
import { ComparedRows } from './compared-rows.tsx';
import { bodyRows, isDifferent } from './comparison.ts';
import type { Section } from './sections.ts';

const LOOKS = [
  ['sides', 'Side by side'],
  ['list', 'List'],
] as const;

interface SectionViewProps {
  readonly section: Section;
  readonly isFolded: boolean;
  readonly current: number;
  readonly onIgnore: (what: string) => void;
}

export function SectionView({ section, isFolded, current, onIgnore }: SectionViewProps) {
  const { title, rows, body, ignored, differences, first } = section;
  const shown = isFolded ? rows.filter(isDifferent) : rows;
  const look = useStore(bodyLook);
  const hasBody = body !== undefined && body.lines.length > 0 && (differences > 0 || !isFolded);
  // Facts are few enough to be named.
  const same = rows.filter((row) => row.ignorable === null && !isDifferent(row)).map(({ name }) => name);
  return (
    <section aria-label={title}>
      <h2 className={css['section']}>
        {title}
        <span>{noteOf(section)}</span>
        <span className={css['gap']} />
        {isFolded && same.length > 0 && <span>same: {same.join(', ').toLowerCase()}</span>}
        {body?.isByKey === true && <span>order of keys and spaces are not compared</span>}
        {ignored.length > 0 && <span>{countText(ignored.length)} ignored</span>}
        {hasBody && differences > 0 && (
          <Segmented
            label={`Look of the ${title.toLowerCase()}`}
            value={look}
            options={LOOKS}
            onChange={bodyLook.set}
          />
        )}
      </h2>
      {shown.length > 0 && <ComparedRows label={title} rows={shown} {...{ first, current, onIgnore }} />}
      {hasBody && look === 'list' && differences > 0 && (
        <ComparedRows label={title} rows={bodyRows(body)} {...{ first, current, onIgnore }} />
      )}
      {hasBody && (look === 'sides' || differences === 0) && (
        <ComparedBody label={title} {...{ body, isFolded, first, current }} />
      )}
    </section>
  );
}

function noteOf({ rows, body, differences }: Section): string {
  if (body === undefined) {
    if (rows.length === 0) return 'none';
    return differences === 0 ? 'equal' : `${countText(differences)} of ${countText(rows.length)} differ`;
  }
  const [before, after] = body.sizes;
  if (before === 0 && after === 0) return 'none';
  if (differences > 0) return `${count(differences, 'difference')}${body.isByKey ? ' by key' : ''}`;
  return `equal${body.isByKey ? ' by key' : ''}, ${sizeText(after)}`;
}
