// URLs of Postman: a text, or taken apart. As in Postman itself, what is taken apart rules over the text beside it.
import { isFields, kindOf, scalarText, type Fields } from '../../../../documents/json-values.ts';
import type { Pair, QueryPair } from '../../../model/values.ts';
import type { Notes } from '../import-context.ts';
import { pathPairs, queryPairs, urlParts } from '../url-parts.ts';
import { pairsOf, queryPairsOf } from './fields.ts';

export interface Target {
  readonly url: string;
  readonly query: QueryPair[];
  readonly path: Pair[];
}

export function targetOf(url: unknown, notes: Notes): Target {
  if (isFields(url)) return fromParts(url, notes);
  if (typeof url !== 'string' && url !== undefined && url !== null)
    notes.warn(`the URL is ${kindOf(url)} and was left out`);
  return fromText(typeof url === 'string' ? url.toWellFormed() : '', [], notes);
}

function fromText(raw: string, variables: readonly Pair[], notes: Notes): Target {
  const { url, query, fragment } = urlParts(raw);
  warnOfFragment(fragment, notes);
  return { url, query: counted(query, notes), path: pathPairs(url, variables, notes) };
}

function fromParts(parts: Fields, notes: Notes): Target {
  const variables = pairsOf(parts['variable'], 'the path variables', notes);
  if (parts['host'] === undefined && parts['path'] === undefined)
    return fromText(notes.text(parts['raw'], 'the URL'), variables, notes);
  // What somebody has typed into a part may be more than that part.
  const { url, query, fragment } = urlParts(addressOf(parts, notes));
  warnOfFragment(scalarText(parts['hash']) ?? fragment, notes);
  return {
    url,
    query: [...counted(query, notes), ...queryOf(parts['query'], notes)],
    path: pathPairs(url, variables, notes),
  };
}

function queryOf(query: unknown, notes: Notes): QueryPair[] {
  return typeof query === 'string'
    ? counted(queryPairs(query.toWellFormed()), notes)
    : queryPairsOf(query, notes);
}

function addressOf(parts: Fields, notes: Notes): string {
  const protocol = notes.text(parts['protocol'], 'the protocol of the URL').split(':')[0]!;
  const host = joined(parts['host'], '.', 'the host of the URL', notes);
  const port = notes.text(parts['port'], 'the port of the URL');
  const path = joined(parts['path'], '/', 'the path of the URL', notes);
  const scheme = protocol === '' ? '' : `${protocol}://`;
  const hasPath = path !== '' || (Array.isArray(parts['path']) && parts['path'].length > 0);
  const start = typeof parts['path'] === 'string' && path.startsWith('/') ? '' : '/';
  return `${scheme}${loginOf(parts['auth'], notes)}${host}${port === '' ? '' : `:${port}`}${hasPath ? `${start}${path}` : ''}`;
}

function loginOf(auth: unknown, notes: Notes): string {
  if (!isFields(auth)) return '';
  const user = notes.text(auth['user'], 'the user of the URL');
  const password = notes.text(auth['password'], 'the password of the URL');
  return user === '' && password === '' ? '' : `${user}${password === '' ? '' : `:${password}`}@`;
}

/** A text, or a list of texts, or of objects that hold them. */
function joined(value: unknown, separator: string, what: string, notes: Notes): string {
  if (!Array.isArray(value)) return notes.text(value, what);
  notes.countFields(value.length);
  return value
    .map((part: unknown) => notes.text(isFields(part) ? part['value'] : part, `${what}: a part`))
    .join(separator);
}

function warnOfFragment(fragment: string | null, notes: Notes): void {
  if (fragment !== null && fragment !== '')
    notes.warn(
      `the fragment "#${fragment.slice(0, 100).toWellFormed()}" of the URL, which is never sent, was left out`,
    );
}

function counted(pairs: readonly QueryPair[], notes: Notes): QueryPair[] {
  notes.countFields(pairs.length);
  return [...pairs];
}
