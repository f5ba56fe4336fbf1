// A GraphQL request: operation, query and variables, of a body, of a batch, or of the query of a URL.
import { closedJson } from '../../codec/cut-json.ts';
import { formatGraphql, graphqlOperations, graphqlTokens, type GraphqlTokens } from '../../codec/graphql.ts';
import { lineAndColumn } from '../../base/text-position.ts';
import { treeNode, cutValue } from '../../codec/tree.ts';
import {
  bodyText,
  defineView,
  startText,
  mediaTypeOf,
  type TreeNode,
  type View,
  type ViewContext,
  type ViewError,
} from './contract.ts';

const MAX_TOKENS = 50_000;
const MAX_REQUESTS = 100;
const START = /^(?:#[^\n]*\n\s*)*(?:query|mutation|subscription|fragment)\b|^\{/;

export const graphql = defineView({
  id: 'graphql',
  title: 'GraphQL',
  matches: (bytes, context) => {
    if (context.side !== 'request') return false;
    if (bytes.length === 0) return urlQuery(context.url) !== null;
    if (mediaTypeOf(context) === 'application/graphql') return true;
    return (
      mediaTypeOf(context).includes('json') &&
      /"(?:query|operationName|persistedQuery)"\s*:/.test(startText(bytes, context)) &&
      graphqlRequests(bytes, context).requests.length > 0
    );
  },
  view: (bytes, context) => {
    const { requests: found, isCut, notes: cutNotes } = graphqlRequests(bytes, context);
    if (found.length === 0)
      return unreadable(
        'this is no GraphQL request: it has neither query, operation name nor persisted query',
      );
    const shown = found
      .slice(0, MAX_REQUESTS)
      .map((request, at) => requestNode(request, found.length > 1 ? `request ${at + 1}` : 'request'));
    const notes = found.length > 1 ? [`a batch of ${found.length} requests`] : [];
    if (found.length > MAX_REQUESTS) notes.push(`${found.length - MAX_REQUESTS} requests are not shown`);
    // The query of the last request may be cut.
    const whole = isCut && shown.length === found.length ? shown.slice(0, -1) : shown;
    return {
      type: 'tree',
      nodes: shown.map(({ node }) => node),
      notes: [...notes, ...shown.flatMap(({ note }) => note ?? []), ...cutNotes],
      error: whole.find(({ error }) => error !== null)?.error ?? null,
    };
  },
});

function unreadable(reason: string): View {
  return { type: 'unreadable', notes: [], error: { reason, offset: null, line: null, column: null } };
}

interface GraphqlRequest {
  readonly query: string;
  readonly operationName: string | null;
  readonly variables: unknown;
  readonly extensions: unknown;
}

interface FoundRequests {
  readonly requests: readonly GraphqlRequest[];
  readonly isCut: boolean;
  readonly notes: readonly string[];
}

function graphqlRequests(bytes: Uint8Array, context: ViewContext): FoundRequests {
  if (bytes.length === 0) {
    const found = urlQuery(context.url);
    return { requests: found === null ? [] : [found], isCut: false, notes: [] };
  }
  const { text, isCut, cutNotes } = bodyText(bytes, context);
  return { requests: requestsIn(text, isCut, context), isCut, notes: cutNotes(text.length) };
}

function requestsIn(text: string, isCut: boolean, context: ViewContext): readonly GraphqlRequest[] {
  if (mediaTypeOf(context) === 'application/graphql')
    return [{ query: text, operationName: null, variables: undefined, extensions: undefined }];
  const value = parseJson(isCut ? closedJson(text) : text);
  return (Array.isArray(value) ? value : [value]).flatMap((each) => requestOf(each) ?? []);
}

function urlQuery(url: string): GraphqlRequest | null {
  const at = url.indexOf('?');
  if (at < 0 || !/[?&](?:query|extensions)=/.test(url)) return null;
  const parameters = new URLSearchParams(url.slice(at + 1));
  const query = parameters.get('query') ?? '';
  const extensions = parseJson(parameters.get('extensions') ?? '');
  const isPersisted = typeof extensions === 'object' && extensions !== null && 'persistedQuery' in extensions;
  if (!START.test(query.trimStart()) && !isPersisted) return null;
  return {
    query,
    operationName: parameters.get('operationName'),
    variables: parseJson(parameters.get('variables') ?? ''),
    extensions,
  };
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

function requestOf(value: unknown): GraphqlRequest | null {
  if (typeof value !== 'object' || value === null) return null;
  const { query, operationName, variables, extensions } = value as Readonly<Record<string, unknown>>;
  const isPersisted = typeof extensions === 'object' && extensions !== null && 'persistedQuery' in extensions;
  if (typeof query !== 'string' && typeof operationName !== 'string' && !isPersisted) return null;
  if (typeof query === 'string' && !START.test(query.trimStart())) return null;
  return {
    query: typeof query === 'string' ? query : '',
    operationName: typeof operationName === 'string' ? operationName : null,
    variables,
    extensions,
  };
}

function requestNode(
  request: GraphqlRequest,
  label: string,
): { readonly node: TreeNode; readonly error: ViewError | null; readonly note: string | null } {
  const { query, operationName, variables, extensions } = request;
  const { tokens, error } = graphqlTokens(query, MAX_TOKENS);
  const operations = graphqlOperations(tokens);
  const chosen = operations.find(({ name }) => name === operationName) ?? operations[0];
  const children = [
    ...operations.map(({ type, name }) =>
      treeNode({ label: 'operation', kind: type, value: name ?? 'anonymous' }),
    ),
    ...queryNode(query, error === null ? formatGraphql(tokens) : query),
    ...jsonNode('variables', variables),
    ...jsonNode('extensions', extensions),
  ];
  const value = operationName ?? chosen?.name ?? null;
  return {
    node: treeNode({ label, kind: chosen?.type ?? 'persisted query', value, children }),
    error: error === null || error.isBound === true ? null : queryError(label, query, error),
    note: error?.isBound === true ? `in the query of ${label}: ${error.reason}` : null,
  };
}

function queryNode(query: string, formatted: string): TreeNode[] {
  return query === '' ? [] : [treeNode({ label: 'query', kind: 'graphql', value: formatted })];
}

function queryError(
  label: string,
  query: string,
  { reason, offset }: NonNullable<GraphqlTokens['error']>,
): ViewError {
  return { reason: `in the query of ${label}: ${reason}`, offset: null, ...lineAndColumn(query, offset) };
}

function jsonNode(label: string, value: unknown): TreeNode[] {
  if (value === undefined || value === null) return [];
  return [treeNode({ label, kind: 'json', value: cutValue(JSON.stringify(value, null, 2)) })];
}
