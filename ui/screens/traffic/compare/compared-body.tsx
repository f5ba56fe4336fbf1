// Two bodies line by line, beside each other. Equal lines far from differences are folded.
import { memo, useState, type ReactNode } from 'react';
import { countText } from '../../../format/measures.ts';
import type { Body } from './comparison.ts';
import { isDifferent, isJsonBody } from './comparison.ts';
import css from './compare.module.css';
import { DifferenceText } from './difference-text.tsx';

/** Equal lines that are shown around a difference. */
const CONTEXT = 3;
/** Lines that are drawn at first. */
const MAX_DRAWN = 2000;

interface ComparedBodyProps {
  readonly label: string;
  readonly body: Body;
  /** True to fold equal lines. */
  readonly isFolded: boolean;
  readonly first: number;
  readonly current: number;
}

interface Numbered {
  readonly line: Body['lines'][number];
  /** The numbers of the line on each side; null where a side does not have it. */
  readonly numbers: readonly [before: number | null, after: number | null];
  /** The number of the difference that begins or goes on here; null for an equal line. */
  readonly difference: number | null;
  readonly isFirst: boolean;
}

type Part =
  | { readonly type: 'line'; readonly of: Numbered }
  | { readonly type: 'fold'; readonly lines: readonly Numbered[] };

export const ComparedBody = memo(function ComparedBody({
  label,
  body,
  isFolded,
  first,
  current,
}: ComparedBodyProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [drawn, setDrawn] = useState(MAX_DRAWN);
  const parts = partsOf(numbered(body.lines, first), isFolded);
  const isJson = isJsonBody(body);
  return (
    <div className={css['body']} role="table" aria-label={label}>
      {parts.slice(0, drawn).map((part, index) => {
        if (part.type === 'line')
          return <Line key={index} {...part.of} isCurrent={part.of.difference === current} isJson={isJson} />;
        if (open.has(index))
          return part.lines.map((line, at) => (
            <Line key={`${index} ${at}`} {...line} isCurrent={false} isJson={isJson} />
          ));
        return (
          <Fold key={index} onOpen={() => setOpen((all) => new Set(all).add(index))}>
            {countText(part.lines.length)} equal lines
          </Fold>
        );
      })}
      {parts.length > drawn && (
        <Fold onOpen={() => setDrawn(parts.length)}>Show {countText(parts.length - drawn)} more</Fold>
      )}
      {!body.isWhole && (
        <p className={css['hint']}>Only the first {countText(body.lines.length)} lines are compared here.</p>
      )}
    </div>
  );
});

function Line({
  line: { before, after },
  numbers,
  difference,
  isFirst,
  isCurrent,
  isJson,
}: Numbered & { readonly isCurrent: boolean; readonly isJson: boolean }) {
  const cell = (own: string | null, other: string | null, side: 'before' | 'after') => (
    <span
      role="cell"
      className={css['text']}
      data-kind={own === null ? 'missing' : difference === null ? 'equal' : side}
    >
      {own !== null && <DifferenceText own={own} other={other ?? own} side={side} isJson={isJson} />}
    </span>
  );
  return (
    <div
      role="row"
      className={css['line']}
      data-difference={isFirst ? (difference ?? undefined) : undefined}
      data-current={isCurrent}
    >
      <span className={css['gutter']} aria-hidden>
        {numbers[0]}
      </span>
      {cell(before, after, 'before')}
      <span className={css['gutter']} aria-hidden>
        {numbers[1]}
      </span>
      {cell(after, before, 'after')}
    </div>
  );
}

interface FoldProps {
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

function Fold({ onOpen, children }: FoldProps) {
  return (
    <div role="row">
      <span role="cell">
        <button type="button" className={css['fold']} onClick={onOpen}>
          {children}
        </button>
      </span>
    </div>
  );
}

function numbered(lines: Body['lines'], first: number): readonly Numbered[] {
  let [before, after, difference, wasDifferent] = [0, 0, first - 1, false];
  return lines.map((line) => {
    const isOther = isDifferent(line);
    const isFirst = isOther && !wasDifferent;
    if (isFirst) difference += 1;
    wasDifferent = isOther;
    if (line.before !== null) before += 1;
    if (line.after !== null) after += 1;
    return {
      line,
      numbers: [line.before === null ? null : before, line.after === null ? null : after],
      difference: isOther ? difference : null,
      isFirst,
    };
  });
}

/** Puts runs of equal lines that are far from any difference together. */
function partsOf(lines: readonly Numbered[], isFolded: boolean): readonly Part[] {
  if (!isFolded) return lines.map((of) => ({ type: 'line', of }));
  const near = new Uint8Array(lines.length);
  lines.forEach(({ difference }, at) => {
    if (difference !== null) near.fill(1, Math.max(0, at - CONTEXT), at + CONTEXT + 1);
  });
  const parts: Part[] = [];
  for (let at = 0; at < lines.length;) {
    let end = at;
    while (end < lines.length && near[end] === 0) end += 1;
    // A fold takes a line itself.
    if (end - at > 1) parts.push({ type: 'fold', lines: lines.slice(at, end) });
    else if (end > at) parts.push({ type: 'line', of: lines[at]! });
    at = end;
    while (at < lines.length && near[at] === 1) parts.push({ type: 'line', of: lines[at++]! });
  }
  return parts;
}
