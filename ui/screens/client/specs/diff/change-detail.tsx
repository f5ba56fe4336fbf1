// A change in both versions, side by side: the operation, and the parts to which it refers and that differ.
import { CircleMinus, SquareArrowOutUpRight } from 'lucide-react';
import { useState } from 'react';
import { Button, PaneHead, SectionHead } from '../../../../parts/index.ts';
import { lineDiff, type LinePair } from '../../examples/line-diff.ts';
import { countAgain, IgnoreDialog } from '../ignore-dialog.tsx';
import css from './diff.module.css';
import { WhoIsAffected } from './who-is-affected.tsx';
import { useDiff, type Change, type Part, type Version } from './use-diff.ts';

interface ChangeDetailProps {
  readonly id: string;
  readonly text: string;
  readonly version: Version;
  readonly change: Change;
  readonly onGo: (line: number) => void;
  readonly onIgnored: () => void;
}

export function ChangeDetail({ id, text, version, change, onGo, onIgnored }: ChangeDetailProps) {
  const [isAsking, setAsking] = useState(false);
  const { compared, error } = useDiff({ spec: id, text, version, operation: change.operation });
  const { after, operation, what, ignored } = change;
  const own = { spec: id, operation, what };
  return (
    <aside className={css['detail']} aria-label="Side by side" data-region>
      <PaneHead title={change.operation}>
        {after !== null && (
          <Button size="small" icon={SquareArrowOutUpRight} onClick={() => onGo(after)}>
            Line {after}
          </Button>
        )}
        {ignored === null ? (
          <Button size="small" icon={CircleMinus} onClick={() => setAsking(true)}>
            Ignore…
          </Button>
        ) : (
          <Button size="small" onClick={() => void countAgain(own, onIgnored)}>
            Count it again
          </Button>
        )}
      </PaneHead>
      {isAsking && <IgnoreDialog of={own} onDone={onIgnored} onClose={() => setAsking(false)} />}
      <p className={css['what']}>{change.what}</p>
      <div className={css['parts']} tabIndex={0} role="region" aria-label="Both texts">
        {error !== null && <p className={css['failed']}>{error}</p>}
        {(compared?.parts ?? [])
          .filter(({ before, after: now }) => before?.text !== now?.text)
          .map((part) => (
            <BothTexts key={part.name} part={part} />
          ))}
      </div>
      {(change.breaking || change.warning) && operation !== 'API' && (
        <WhoIsAffected {...{ text, version, operation }} spec={id} />
      )}
    </aside>
  );
}

/** Lines before and after a difference that are shown with it. */
const AROUND = 4;

interface NumberedPair extends LinePair {
  readonly key: number;
  readonly numberBefore: number | null;
  readonly numberAfter: number | null;
}

function BothTexts({ part: { name, before, after } }: { readonly part: Part }) {
  const pairs = numbered(
    lineDiff(dedented(before?.text ?? ''), dedented(after?.text ?? '')),
    before?.line ?? 1,
    after?.line ?? 1,
  );
  const near = shallow(
    pairs.filter((_, at) =>
      pairs.slice(Math.max(0, at - AROUND), at + AROUND + 1).some((each) => each.before !== each.after),
    ),
  );
  return (
    <section aria-label={name}>
      <SectionHead title={name} />
      <table className={css['both']}>
        <colgroup>
          <col className={css['numbers']} />
          <col />
          <col className={css['numbers']} />
          <col />
        </colgroup>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Line before</th>
            <th scope="col">Before</th>
            <th scope="col">Line now</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          {near.map((pair) => (
            <tr key={pair.key} data-differs={pair.before !== pair.after}>
              <td>{pair.numberBefore}</td>
              <td data-side="before" data-absent={pair.before === null}>
                {pair.before}
              </td>
              <td>{pair.numberAfter}</td>
              <td data-side="after" data-absent={pair.after === null}>
                {pair.after}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Returns a text without the indentation that its first line has. */
function dedented(text: string): string {
  const [, indent = ''] = /^([ \t]*)/.exec(text) ?? [];
  return text
    .split('\n')
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .join('\n');
}

/** Returns the lines without the indentation that all of them have: parts deep in a text have little room. */
function shallow(pairs: readonly NumberedPair[]): readonly NumberedPair[] {
  const lines = pairs.flatMap(({ before, after }) => [before, after]).filter((line) => line?.trim());
  const indents = lines.map((line) => /^[ \t]*/.exec(line ?? '')?.[0].length ?? 0);
  const indent = indents.length === 0 ? 0 : Math.min(...indents);
  const cut = (line: string | null): string | null => line?.slice(indent) ?? null;
  return pairs.map((pair) => ({ ...pair, before: cut(pair.before), after: cut(pair.after) }));
}

function numbered(
  pairs: readonly LinePair[],
  firstBefore: number,
  firstAfter: number,
): readonly NumberedPair[] {
  let [before, after] = [firstBefore, firstAfter];
  return pairs.map((pair, key) => ({
    ...pair,
    key,
    numberBefore: pair.before === null ? null : before++,
    numberAfter: pair.after === null ? null : after++,
  }));
}
