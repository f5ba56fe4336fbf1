// Removes secrets from the texts, URLs and examples that insights show. Everything that a section, a report or a
// baseline says about traffic passes through here.
import { Redactor } from '../../secrets/redaction/redactor.ts';
import type { Shape } from './shape.ts';

/** Strings that are remembered: the same endpoint stands in many lists. */
const MAX_KNOWN = 20_000;

/** A host and a path, or a URL, also behind a method. */
const URL_LIKE = /^(?:[A-Z]{2,20} )?(?:[a-z][a-z\d+.-]{0,20}:\/\/)?[^\s/]{0,300}\/\S/;

/** Returns plain data with each text and each numeric example redacted. */
export function shown<T>(data: T): T {
  const redactor = new Redactor();
  const known = new Map<string, string>();
  const shownText = (text: string): string => {
    const cached = known.get(text);
    if (cached !== undefined) return cached;
    const redacted = URL_LIKE.test(text) ? redactor.url(text) : redactor.text(text);
    if (known.size < MAX_KNOWN) known.set(text, redacted);
    return redacted;
  };
  const valueOf = (value: unknown, key: string): unknown => {
    // It holds no secret, and what it allows has to be copied as it is.
    if (key === 'fingerprint') return value;
    if (typeof value === 'string') return shownText(value);
    if (typeof value === 'number') return key === 'example' ? Number(shownText(String(value))) : value;
    if (Array.isArray(value)) return value.map((each: unknown) => valueOf(each, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, valueOf(inner, name)]));
  };
  return valueOf(data, '') as T;
}

/** Returns the shape without secret examples: by their value, by their name, or because the redactor knows them. */
export function withoutSecretExamples(shape: Shape, redactor: Redactor, name = ''): Shape {
  const { example, properties, items, additionalProperties, ...rest } = shape;
  const inner = (each: Shape, own: string): Shape => withoutSecretExamples(each, redactor, own);
  const member = example === undefined ? '' : JSON.stringify({ [name]: example });
  return {
    ...rest,
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, each]) => [key, inner(each, key)]),
      ),
    }),
    ...(additionalProperties !== undefined && { additionalProperties: inner(additionalProperties, name) }),
    ...(items !== undefined && { items: inner(items, name) }),
    ...(example !== undefined && redactor.text(member) === member && { example }),
  };
}
