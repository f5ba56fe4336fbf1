// Converts headers of Postman, which are a list or a text with one header per line.
import { isObject } from '../../../../base/is-object.ts';
import type { Pair } from '../../../../collections/model/values.ts';
import type { ImportContext } from '../import-context.ts';
import { pairsOf } from './fields.ts';

const LABEL = 'the headers';

export function headersOf(headers: unknown, context: ImportContext): Pair[] {
  if (typeof headers === 'string') return pairsOf(headers.split(/\r?\n/).flatMap(lineOf), LABEL, context);
  if (isObject(headers)) return pairsOf(headers, LABEL, context);
  const list = context.list(headers, LABEL);
  return pairsOf(
    list.flatMap((header) => (typeof header === 'string' ? lineOf(header) : [header])),
    LABEL,
    context,
  );
}

function lineOf(line: string): { readonly key: string; readonly value: string }[] {
  if (line.trim() === '') return [];
  const colon = line.indexOf(':', 1);
  const name = colon < 0 ? line : line.slice(0, colon);
  return [{ key: name.trim(), value: colon < 0 ? '' : line.slice(colon + 1).trim() }];
}
