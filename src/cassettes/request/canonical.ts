// A request in the form in which it is compared with recorded ones: lines that are equal where two requests mean the
// same. They are also what people read where two differ.
import { textOfOctets } from '../../base/octets.ts';
import { aiApiOf } from '../../codec/ai/apis.ts';
import type { FlowTarget } from '../../flow/flow.ts';
import { bodyLines } from './body-lines.ts';
import { isVolatileParameter, VolatileTexts } from './volatile.ts';

/** A request as the client sent it. */
export interface GivenRequest {
  readonly method: string;
  readonly target: FlowTarget;
  /** Path and query. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Without content coding. */
  readonly body: Buffer;
}

export interface CanonicalRequest {
  /** The server, without scheme. */
  readonly site: string;
  /** Method and URL without its query. */
  readonly title: string;
  /** Parameters and headers that count, then the body. */
  readonly lines: readonly string[];
  /** All of it as one text. */
  readonly key: string;
}

export interface CanonicalOptions {
  /** Returns true for a text that an answer of the cassette gave. */
  readonly isAnswered: (text: string) => boolean;
  /** Names of parameters and fields that are not compared. */
  readonly ignored: ReadonlySet<string>;
}

/** Headers that choose between answers. Authorization is never among them. */
export const MATCHED_HEADERS: readonly string[] = [
  'accept',
  'range',
  'soapaction',
  'x-amz-target',
  'x-http-method-override',
];

export function canonicalRequest(given: GivenRequest, options: CanonicalOptions): CanonicalRequest {
  const { method, target, body } = given;
  const [bare = '', ...rest] = given.path.split('?');
  const site = siteOf(target);
  const isAi = aiApiOf(`https://${target.host}${bare}`) !== null;
  const texts = new VolatileTexts({ isAnswered: options.isAnswered, dates: isAi });
  const title = `${method} ${site}${textOfOctets(bare)}`;
  const lines = [
    ...parameterLines(rest.join('?'), options.ignored),
    ...headerLines(given),
    ...bodyLines(body, { ...options, texts, isAi, contentType: headerOf(given, 'content-type') }),
  ];
  return { site, title, lines, key: [title, ...lines].join('\n') };
}

/** Returns the host, with its port unless that is 80 or 443; a server on pipes as `mcp:name`. */
export function siteOf({ scheme, host, port }: FlowTarget): string {
  if (scheme === 'mcp') return `mcp:${host}`;
  return port === 443 || port === 80 ? host : `${host}:${port}`;
}

export function headerOf({ headers }: Pick<GivenRequest, 'headers'>, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1];
}

function parameterLines(query: string, ignored: ReadonlySet<string>): readonly string[] {
  return [...new URLSearchParams(query)]
    .filter(([name]) => !isVolatileParameter(name) && !ignored.has(name))
    .map(([name, value]) => `?${name}=${value}`)
    .toSorted();
}

function headerLines(given: GivenRequest): readonly string[] {
  return MATCHED_HEADERS.flatMap((name) => {
    const value = headerOf(given, name);
    // What means the same as none.
    if (value === undefined || (name === 'accept' && value.trim() === '*/*')) return [];
    return [`${name}: ${textOfOctets(value)}`];
  });
}
