// Examples of bodies as the text to send: the example of a media type object, or one that is generated from its
// schema.
import { isObject } from '../../base/is-object.ts';
import { scalarText, type JsonObject } from '../json-values.ts';
import type { References, Warn } from './references.ts';
import type { Direction, SchemaExamples } from './schema-example.ts';
import { xmlText } from './xml-example.ts';

/** Maximum characters of one example, and of all examples of a document. */
const MAX_CHARS = 1024 * 1024;
const MAX_TOTAL_CHARS = 48 * 1024 * 1024;

/** An example as given or generated; its value is undefined when there is none. */
export interface Example {
  readonly value: unknown;
  /** True when the value is the text itself, whatever its media type. */
  readonly isText: boolean;
}

export class ExampleTexts {
  readonly #references: References;
  readonly #schemas: SchemaExamples;
  readonly #warn: Warn;
  readonly #json = new WeakMap<object, string>();
  #chars = 0;

  constructor(references: References, schemas: SchemaExamples, warn: Warn) {
    this.#references = references;
    this.#schemas = schemas;
    this.#warn = warn;
  }

  /** Returns the text for a media type object; empty when nothing is known. */
  of(media: JsonObject, mediaType: string, direction: Direction): string {
    const { value, isText } = this.example(media, direction);
    if (value === undefined) return '';
    const isVerbatim =
      isText ||
      (typeof value === 'string' && !isPlainJson(value, mediaType) && !isEventData(value, mediaType));
    const text = isVerbatim
      ? (scalarText(value) ?? this.#jsonText(value))
      : this.written(value, mediaType, media);
    return this.#withinBounds(text);
  }

  example(media: JsonObject, direction: Direction): Example {
    if (media['example'] !== undefined) return { value: media['example'], isText: false };
    for (const entry of entriesOf(media['examples'])) {
      const example = this.#entry(entry);
      if (example !== null) return example;
    }
    const schema = media['schema'] ?? media['itemSchema'];
    return { value: this.#schemas.of(schema, direction), isText: false };
  }

  /** Reads an example object. Returns null when it has no value. */
  #entry(entry: unknown): Example | null {
    const example = this.#references.resolve(entry);
    if (!isObject(example)) return null;
    if (typeof example['serializedValue'] === 'string')
      return { value: example['serializedValue'], isText: true };
    const value = example['value'] ?? example['dataValue'];
    if (value === undefined && typeof example['externalValue'] === 'string')
      this.#warn('examples in other documents are not read: they were left out');
    return value === undefined ? null : { value, isText: false };
  }

  /** Returns a value as the text of a media type. */
  written(value: unknown, mediaType: string, media: JsonObject): string {
    if (/[/+]xml\b/i.test(mediaType)) return xmlText(media['schema'], value, this.#references);
    if (/^text\/event-stream\b/i.test(mediaType)) return eventStream(value);
    if (LINES.test(mediaType)) return lines(value);
    // A schema that says nothing describes bytes of any content.
    if (value === null && !/[/+]json\b|^text\//i.test(mediaType)) return '';
    const isPlain = typeof value === 'string' && /^text\//i.test(mediaType);
    return isPlain ? value : this.#jsonText(value);
  }

  /** Caches the text, because the same examples appear in many responses. */
  #jsonText(value: unknown): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const cached = this.#json.get(value);
    if (cached !== undefined) return cached;
    const text = isTooLarge(value, MAX_CHARS) ? null : JSON.stringify(value, null, 2).toWellFormed();
    if (text === null) this.#warn(`an example of more than ${MAX_CHARS} characters was left out`);
    this.#json.set(value, text ?? '');
    return text ?? '';
  }

  #withinBounds(text: string): string {
    this.#chars += text.length;
    if (text.length <= MAX_CHARS && this.#chars <= MAX_TOTAL_CHARS) return text;
    this.#warn(
      text.length > MAX_CHARS
        ? `an example of more than ${MAX_CHARS} characters was left out`
        : `its examples have more than ${MAX_TOTAL_CHARS} characters: the last ones were left out`,
    );
    return '';
  }
}

/** Media types with a JSON value in each line. */
const LINES = /^application\/(?:x-ndjson|jsonl|x-jsonlines|json-seq)\b/i;
const EVENT_FIELDS: readonly string[] = ['event', 'data', 'id', 'retry'];

/** Writes a value, or each item of a list, as an event. An object with the fields of an event is that event. */
function eventStream(value: unknown): string {
  const events: readonly unknown[] = Array.isArray(value) ? value : [value];
  return events.map(eventText).join('');
}

function eventText(value: unknown): string {
  const isEvent =
    isObject(value) && 'data' in value && Object.keys(value).every((key) => EVENT_FIELDS.includes(key));
  const fields = isEvent ? value : { data: value };
  const written = EVENT_FIELDS.flatMap((name) => {
    const field = fields[name];
    if (field === undefined || field === null) return [];
    const text = scalarText(field) ?? JSON.stringify(field);
    return text.split('\n').map((line) => `${name}: ${line}`);
  });
  return `${written.join('\n')}\n\n`;
}

function lines(value: unknown): string {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.map((each) => `${JSON.stringify(each)}\n`).join('');
}

/** True for a text that is a JSON value itself, and not the JSON of one. */
function isPlainJson(text: string, mediaType: string): boolean {
  return /[/+]json\b/i.test(mediaType) && !/^\s*[{["]/.test(text);
}

/** True for a text that is the data of an event, and not events themselves. */
function isEventData(text: string, mediaType: string): boolean {
  return /^text\/event-stream\b/i.test(mediaType) && !/^(?:event|data|id|retry)?:/m.test(text);
}

/** Returns examples, which are a map by name or a list. */
function entriesOf(examples: unknown): readonly unknown[] {
  if (Array.isArray(examples)) return examples.slice(0, 10).map((value: unknown) => ({ value }));
  return isObject(examples) ? Object.values(examples).slice(0, 10) : [];
}

/** True when the JSON would be longer than `max`. An alias counts as often as it is used. */
function isTooLarge(value: unknown, max: number): boolean {
  return sizeOf(value, max) > max;
}

function sizeOf(value: unknown, max: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 5;
  let size = 2;
  for (const [name, inner] of Object.entries(value)) {
    if (size > max) break;
    size += name.length + 4 + sizeOf(inner, max - size);
  }
  return size;
}
