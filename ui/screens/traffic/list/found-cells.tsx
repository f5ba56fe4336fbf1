// The cells of the columns that a search in the content fills: where it was found, the text around it, and how often.
import type { Occurrence } from '../../../../src/session/methods/ui-types.ts';
import { countText } from '../../../format/measures.ts';
import { hitCount, type ColumnValues } from '../model/content-values.ts';
import type { Cell } from './cell.ts';

const NOTHING: Cell = { content: null };
/** The app counts no more. */
const MAX_HITS = 9999;
/** Characters before a match that leave room for it. */
const SHOWN_BEFORE = 16;

export function foundInCell(found: readonly Occurrence[]): Cell {
  const shown = shownOf(found);
  return shown === undefined ? NOTHING : { content: partText(shown), title: found.map(partText).join(', ') };
}

export function matchCell(found: readonly Occurrence[]): Cell {
  const shown = shownOf(found);
  if (shown === undefined) return NOTHING;
  const { before, match, after } = shown;
  const isCut = before.length > SHOWN_BEFORE;
  const content = (
    <>
      {isCut && '…'}
      {before.slice(-SHOWN_BEFORE)}
      <mark>{match}</mark>
      {after}
    </>
  );
  return { content, title: `${before}${match}${after}` };
}

export function hitsCell(values: ColumnValues): Cell {
  const count = hitCount(values);
  if (count === undefined) return NOTHING;
  return { content: count >= MAX_HITS ? `${countText(count)}+` : countText(count) };
}

/** Headers are in columns of their own, so the other parts say more. */
function shownOf(found: readonly Occurrence[]): Occurrence | undefined {
  return found.find(({ part }) => part !== 'header') ?? found[0];
}

function partText({ part, name, number }: Occurrence): string {
  switch (part) {
    case 'request-body':
      return 'request';
    case 'response-body':
      return 'response';
    case 'header':
      return name ?? 'header';
    case 'message':
      return `message ${number ?? ''}`;
    case 'rule':
      return 'rule';
    case 'run':
      return 'agent run';
  }
}
