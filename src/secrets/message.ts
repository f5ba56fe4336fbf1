// Finds the secrets of a whole message: in its URL, its headers and its body.
import { headerSpans } from './header-spans.ts';
import { namedSecret } from './names/names.ts';
import { secretSpans, separateSpans, type Span, type SpanContext } from './spans.ts';
import { urlSpans } from './url-spans.ts';
import { isRandom } from './values/plausible.ts';
import { wholeSpan } from './whole-value.ts';

export interface InspectedHeader {
  readonly name: string;
  readonly value: string;
}

/** The way a message travels. On the loopback interface nobody eavesdrops, so encryption does not matter. */
export type Transport = 'encrypted' | 'plain' | 'loopback';

export interface InspectedValue {
  readonly start: number;
  readonly end: number;
  /** The name of the value in the body; null without one. */
  readonly name: string | null;
}

export interface InspectedMessage {
  /** The host that the request goes to, without its port. */
  readonly host: string;
  /** Path and query of a request; empty for a response. */
  readonly path: string;
  readonly headers: readonly InspectedHeader[];
  /** The body as text. In a binary body, each byte is a character. */
  readonly body: string;
  /** The values of a binary body whose format is known; each value is searched by itself. Absent for other bodies. */
  readonly values?: readonly InspectedValue[] | null;
  readonly transport: Transport;
}

/** The secrets of a message by their places. */
export interface MessageSpans {
  readonly path: readonly Span[];
  /** In the order of the headers. */
  readonly headers: readonly (readonly Span[])[];
  readonly body: readonly Span[];
}

export function messageSpans(message: InspectedMessage): MessageSpans {
  const { path, headers, body, values = null, transport } = message;
  const context: SpanContext = { isPlain: transport === 'plain', isCode: isCode(message) };
  return {
    path: urlSpans(path, context),
    headers: headers.map(({ name, value }) => headerSpans(name, value, { ...context, isCode: false })),
    body: values === null ? secretSpans(body, context) : valueSpans(body, values, context),
  };
}

function valueSpans(body: string, values: readonly InspectedValue[], context: SpanContext): readonly Span[] {
  const named = values.flatMap(({ start, end, name }) => {
    const secret = name === null ? null : namedSecret(name);
    const value = body.slice(start, end);
    if (secret === null || value === '' || (secret.isWeak && !isRandom(value, 16))) return [];
    return shifted([{ ...wholeSpan(value, secret, context), name }], start);
  });
  return separateSpans(body, [
    ...named,
    ...spansOfValues(body, values, (value) => secretSpans(value, context)),
  ]);
}

/** Searches each value by itself, and returns the spans with their places in the body. */
export function spansOfValues(
  body: string,
  values: readonly InspectedValue[],
  spansOf: (value: string) => readonly Span[],
): readonly Span[] {
  return values.flatMap(({ start, end }) => shifted(spansOf(body.slice(start, end)), start));
}

function shifted(spans: readonly Span[], by: number): readonly Span[] {
  return spans.map((span) => ({ ...span, start: span.start + by, end: span.end + by }));
}

/** Program code and style sheets, whose names are names of variables. */
function isCode({ headers }: InspectedMessage): boolean {
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value.toLowerCase() ?? '';
  return /javascript|ecmascript|typescript|text\/css|wasm/.test(type);
}
