// The JSON Web Tokens in a message: of its headers, its cookies and its body.
import { findJwts, type Jwt } from '../../codec/jwt.ts';
import { treeNode, cutValue } from '../../codec/tree.ts';
import { latin1 } from '../../base/bytes.ts';
import { cutNotes, defineView, type TreeNode, type ViewContext } from './contract.ts';

const MAX_TOKENS = 20;
const MAX_BYTES = 1_000_000;
/** Bytes of the body that `matches` examines. */
const START_BYTES = 64 * 1024;
/** Claims that are seconds since 1970 (RFC 7519 section 4.1, OpenID Connect Core). */
const TIMES = new Set(['exp', 'nbf', 'iat', 'auth_time', 'updated_at']);

export const jwt = defineView({
  id: 'jwt',
  title: 'JWT',
  matches: (bytes, context) => findTokens(bytes.subarray(0, START_BYTES), context, 1).length > 0,
  view: (bytes, context) => {
    const tokens = findTokens(bytes.subarray(0, MAX_BYTES), context, MAX_TOKENS);
    const nodes = tokens.map(({ where, jwt }) => tokenNode(where, jwt));
    if (nodes.length === 0) {
      const error = { reason: 'the body contains no JSON Web Token', offset: null, line: null, column: null };
      return { type: 'unreadable', notes: [], error };
    }
    const read = Math.min(bytes.length, MAX_BYTES);
    const notes = ['signatures are not verified', ...cutNotes(read, bytes, context)];
    if (nodes.length === MAX_TOKENS) notes.push(`only the first ${MAX_TOKENS} tokens are shown`);
    return { type: 'tree', nodes, notes, error: null };
  },
});

interface FoundToken {
  readonly where: string;
  readonly jwt: Jwt;
}

function findTokens(bytes: Uint8Array, { headers }: ViewContext, max: number): FoundToken[] {
  const tokens: FoundToken[] = [];
  for (const { name, value } of headers) {
    if (!value.includes('eyJ')) continue;
    for (const jwt of findJwts(value, max - tokens.length))
      tokens.push({ where: fieldName(name, value, jwt.offset), jwt });
    if (tokens.length >= max) return tokens;
  }
  for (const jwt of findJwts(latin1(bytes), max - tokens.length))
    tokens.push({ where: `body, byte ${jwt.offset}`, jwt });
  return tokens;
}

/** Returns the name of the field, and of the cookie in it. */
function fieldName(name: string, value: string, offset: number): string {
  if (!/^(?:set-)?cookie$/i.test(name)) return name;
  const cookie = /([^;=\s]+)=[^;=]*$/.exec(value.slice(Math.max(0, offset - 200), offset))?.[1];
  return cookie === undefined ? name : `${name} ${cookie}`;
}

function tokenNode(where: string, { header, claims, payload, type }: Jwt): TreeNode {
  const algorithm = String(header['alg']).slice(0, 100);
  const content =
    claims === null
      ? contentNode(payload, type)
      : treeNode({ label: 'claims', kind: 'json', children: entries(claims) });
  const notes = algorithm.toLowerCase() === 'none' ? ['the token is not signed'] : [];
  return treeNode({
    label: where,
    kind: type === 'jws' ? 'signed token' : 'encrypted token',
    value: algorithm,
    notes,
    children: [treeNode({ label: 'header', kind: 'json', children: entries(header) }), content],
  });
}

function contentNode(payload: string | null, type: Jwt['type']): TreeNode {
  if (type === 'jwe') return treeNode({ label: 'claims', kind: 'encrypted', value: null });
  return treeNode({ label: 'payload', kind: 'text', value: payload === null ? null : cutValue(payload) });
}

function entries(object: Readonly<Record<string, unknown>>): TreeNode[] {
  return Object.entries(object).map(([name, value]) =>
    treeNode({
      label: name,
      kind: typeof value,
      value: cutValue(typeof value === 'string' ? value : JSON.stringify(value)),
      notes: TIMES.has(name) ? isoDates(value) : [],
    }),
  );
}

/** Milliseconds that a Date can hold. */
const LAST_DATE = 8.64e15;

function isoDates(value: unknown): string[] {
  const milliseconds = typeof value === 'number' ? value * 1000 : NaN;
  return Math.abs(milliseconds) <= LAST_DATE ? [new Date(milliseconds).toISOString()] : [];
}
