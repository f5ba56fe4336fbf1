// Converts URLs of Postman, which are a text or a list of parts. As in Postman, the parts take precedence over the
// text.
import { isObject } from '../../../../base/is-object.ts';
import { describeType, scalarText, type JsonObject } from '../../../../documents/json-values.ts';
import type { Pair, QueryPair } from '../../../../collections/model/values.ts';
import type { ImportContext } from '../import-context.ts';
import { pathPairs, type ImportedUrl } from '../path-pairs.ts';
import { parseQuery, splitUrl } from '../../../../collections/model/url-parts.ts';
import { pairsOf, queryPairsOf } from './fields.ts';

export function urlOf(url: unknown, context: ImportContext): ImportedUrl {
  if (isObject(url)) return fromParts(url, context);
  if (typeof url !== 'string' && url !== undefined && url !== null)
    context.warn(`the URL is ${describeType(url)} and was left out`);
  return fromText(typeof url === 'string' ? url.toWellFormed() : '', [], context);
}

function fromText(raw: string, variables: readonly Pair[], context: ImportContext): ImportedUrl {
  const { url, query, fragment } = splitUrl(raw);
  warnOfFragment(fragment, context);
  return { url, query: countPairs(query, context), path: pathPairs(url, variables, context) };
}

function fromParts(parts: JsonObject, context: ImportContext): ImportedUrl {
  const variables = pairsOf(parts['variable'], 'the path variables', context);
  if (parts['host'] === undefined && parts['path'] === undefined)
    return fromText(context.text(parts['raw'], 'the URL'), variables, context);
  // Users may have typed more than one part into a field.
  const { url, query, fragment } = splitUrl(addressOf(parts, context));
  warnOfFragment(scalarText(parts['hash']) ?? fragment, context);
  return {
    url,
    query: [...countPairs(query, context), ...queryOf(parts['query'], context)],
    path: pathPairs(url, variables, context),
  };
}

function queryOf(query: unknown, context: ImportContext): QueryPair[] {
  return typeof query === 'string'
    ? countPairs(parseQuery(query.toWellFormed()), context)
    : queryPairsOf(query, context);
}

function addressOf(parts: JsonObject, context: ImportContext): string {
  const protocol = context.text(parts['protocol'], 'the protocol of the URL').split(':')[0]!;
  const host = joinParts(parts['host'], '.', 'the host of the URL', context);
  const port = context.text(parts['port'], 'the port of the URL');
  const path = joinParts(parts['path'], '/', 'the path of the URL', context);
  const scheme = protocol === '' ? '' : `${protocol}://`;
  const hasPath = path !== '' || (Array.isArray(parts['path']) && parts['path'].length > 0);
  const start = typeof parts['path'] === 'string' && path.startsWith('/') ? '' : '/';
  return `${scheme}${loginOf(parts['auth'], context)}${host}${port === '' ? '' : `:${port}`}${hasPath ? `${start}${path}` : ''}`;
}

function loginOf(auth: unknown, context: ImportContext): string {
  if (!isObject(auth)) return '';
  const user = context.text(auth['user'], 'the user of the URL');
  const password = context.text(auth['password'], 'the password of the URL');
  return user === '' && password === '' ? '' : `${user}${password === '' ? '' : `:${password}`}@`;
}

/** Joins a text, a list of texts, or a list of objects that contain them. */
function joinParts(value: unknown, separator: string, label: string, context: ImportContext): string {
  if (!Array.isArray(value)) return context.text(value, label);
  context.countFields(value.length);
  return value
    .map((part: unknown) => context.text(isObject(part) ? part['value'] : part, `${label}: a part`))
    .join(separator);
}

function warnOfFragment(fragment: string | null, context: ImportContext): void {
  if (fragment !== null && fragment !== '')
    context.warn(
      `the fragment "#${fragment.slice(0, 100).toWellFormed()}" of the URL was left out, because it is never sent`,
    );
}

function countPairs(pairs: readonly QueryPair[], context: ImportContext): QueryPair[] {
  context.countFields(pairs.length);
  return [...pairs];
}
