// Parts of a request that conditions test: query, headers, cookies, body, GraphQL operation.
import { isObject } from '../../../base/is-object.ts';
import type { Json } from '../../../base/json.ts';
import { textOfOctets } from '../../../base/octets.ts';
import { decodeText, mediaType } from '../../../base/body-text.ts';
import type { Subject } from './subject.ts';

/** A request or a response, of which only the fields are read. */
export type WithFields = Pick<Subject, 'fields'>;

export type NamedValues = readonly (readonly [name: string, value: string])[];

export function queryOf({ url }: Subject): NamedValues {
  const at = url.indexOf('?');
  return at < 0 ? [] : [...new URLSearchParams(url.slice(at + 1))];
}

/** Returns headers with lower-case names, and values as text. */
export function headersOf({ fields }: WithFields): NamedValues {
  return fields.map(([name, value]) => [name.toLowerCase(), textOfOctets(value)]);
}

export function cookiesOf(subject: Subject): NamedValues {
  return headersOf(subject)
    .filter(([name]) => name === 'cookie')
    .flatMap(([, value]) => value.split(';'))
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? ['', pair.trim()] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    });
}

/** A decoded body, cached since many rules may test it. */
interface DecodedBody {
  readonly text: string;
  json?: Json | undefined;
}

const decodedBodies = new WeakMap<Buffer, DecodedBody>();

export function requestText(subject: WithFields, body: Buffer): string {
  return decodedBody(subject, body).text;
}

/** Returns undefined when the body is not JSON. */
export function jsonOf(subject: WithFields, body: Buffer): Json | undefined {
  const read = decodedBody(subject, body);
  if (!('json' in read)) read.json = parseJson(read.text);
  return read.json;
}

function decodedBody(subject: WithFields, body: Buffer): DecodedBody {
  let read = decodedBodies.get(body);
  if (read === undefined) {
    read = { text: body.length === 0 ? '' : decodeText(body, contentType(subject), false).text };
    decodedBodies.set(body, read);
  }
  return read;
}

function contentType({ fields }: WithFields): string | undefined {
  return fields.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Returns the names of the operations of a GraphQL request, several for a batch; none for other requests. */
export function graphqlOperations(subject: Subject, body: Buffer): readonly string[] {
  const query = new Map(queryOf(subject));
  const inQuery = operationName(query.get('operationName'), query.get('query'));
  if (inQuery !== null) return [inQuery];
  if (mediaType(contentType(subject)) === 'application/graphql')
    return [operationName(undefined, requestText(subject, body))].filter((name) => name !== null);
  const json = jsonOf(subject, body);
  const requests: readonly (Json | undefined)[] = Array.isArray(json) ? (json as readonly Json[]) : [json];
  return requests.flatMap((request) => {
    if (!isObject(request)) return [];
    const { operationName: name, query: document } = request as Readonly<Record<string, Json>>;
    return operationName(name, document) ?? [];
  });
}

/** Characters of a document in which its first operation is searched. */
const MAX_DOCUMENT_CHARS = 10_000;

/** Returns the given name, else that of the first operation in the document. */
function operationName(name: Json | undefined, document: Json | undefined): string | null {
  if (typeof name === 'string' && name !== '') return name;
  if (typeof document !== 'string') return null;
  const code = document.slice(0, MAX_DOCUMENT_CHARS).replace(/#[^\n\r]*/g, '');
  return /(?:^|[\s}])(?:query|mutation|subscription)\s+([A-Za-z_]\w*)/.exec(code)?.[1] ?? null;
}
