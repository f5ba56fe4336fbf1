// The cell of a column that the user has added: the value of a header field, or of a JSONPath.
import type { Occurrence } from '../../../../src/session/methods/ui-types.ts';
import { classes } from '../../../parts/index.ts';
import type { Content } from '../model/columns.ts';
import type { ColumnValue } from '../model/content-values.ts';
import type { Cell } from './cell.ts';
import css from './flow-rows.module.css';

const UNKNOWN: Cell = { content: null };

/** Returns the cell. `value` is undefined before it has arrived, and null where a request has none. */
export function contentCell(
  value: ColumnValue | undefined,
  { side, part, of }: Content,
  found: readonly Occurrence[],
): Cell {
  if (value === undefined) return UNKNOWN;
  const isNumeric = typeof value === 'number';
  const look = classes(css['content'], isNumeric && css['numeric']);
  if (value === null) return { content: '—', look: classes(css['dim'], part === 'body' && css['numeric']) };
  const text = String(value);
  const hit = part === 'header' ? hitIn(found, side, of) : undefined;
  return { content: hit === undefined ? text : marked(text, hit), title: text, look };
}

/** Returns the text that a filter has found in this header field. */
function hitIn(found: readonly Occurrence[], side: string, name: string): string | undefined {
  return found.find(
    (each) => each.part === 'header' && each.side === side && each.name?.toLowerCase() === name.toLowerCase(),
  )?.match;
}

function marked(text: string, match: string) {
  const at = text.indexOf(match);
  if (at < 0 || match === '') return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{match}</mark>
      {text.slice(at + match.length)}
    </>
  );
}
