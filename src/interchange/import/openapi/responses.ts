// Converts responses to examples.
import { isObject } from '../../../base/is-object.ts';
import { STATUS_CODES } from '../../../base/status-codes.ts';
import type { ApiDocument } from '../../../documents/openapi/document.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import { example as exampleModel, type Example } from '../../../collections/model/example.ts';
import type { Pair } from '../../../collections/model/values.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { mediaOf } from './body.ts';
import { exampleIdOf } from './ids.ts';
import { valueText } from './parameters.ts';

/** The maximum number of responses of one operation. */
const MAX_RESPONSES = 100;
const MAX_NAME = 100;
/** The maximum number of named examples of one response. */
const MAX_NAMED = 50;
/** The maximum number of media types of one response. */
const MAX_TYPES = 10;

/** Returns an example for each status and media type, or one for each named example where there are several. */
export function examplesOf(
  responses: unknown,
  document: ApiDocument,
  context: ImportContext,
  requestId: string,
): Example[] {
  const entries = Object.entries(isObject(responses) ? responses : {}).filter(
    ([code]) => !code.startsWith('x-'),
  );
  if (entries.length > MAX_RESPONSES)
    context.warn(`it has ${entries.length} responses: ${MAX_RESPONSES} were kept`);
  const codes = entries.map(([code]) => code);
  const entriesToRead = entries.slice(0, MAX_RESPONSES);
  context.countFields(entriesToRead.length);
  return entriesToRead.flatMap(([code, given]) => {
    const status = statusOf(code, codes);
    if (status === null) {
      context.warn(
        `the response ${JSON.stringify(code.slice(0, 60).toWellFormed())} has no valid status: it was left out`,
      );
      return [];
    }
    const fields = document.references.fields(given);
    return namedMedia(fields, document).map(({ name, media }) => {
      // The first keeps its id when others are added to the document.
      const isFirst = media.isFirst && media.suffix === '';
      const id = exampleIdOf(requestId, isFirst ? code : `${code} ${name}${media.suffix}`, context);
      return exampleOf({ id, status, name }, fields, media, document, context);
    });
  });
}

/** Returns the status of a response: `2XX` is 200, and `default` is an error if there is a success. */
function statusOf(code: string, all: readonly string[]): number | null {
  if (/^[1-9]\d\d$/.test(code)) return Number(code);
  if (/^[1-5]xx$/i.test(code)) return Number(code[0]) * 100;
  if (code !== 'default') return null;
  return all.some((each) => /^[23]/.test(each)) ? 500 : 200;
}

/** A media type with one example; null for a response without content. */
interface Media {
  readonly type: string | null;
  readonly fields: JsonObject;
  /** True for the first example of the type. */
  readonly isFirst: boolean;
  /** The end of the names of examples, which is empty for the first type. */
  readonly suffix: string;
}

interface NamedMedia {
  readonly name: string;
  readonly media: Media;
}

/** Returns each media type of a response once for each of its named examples; the name is empty for a single one. */
function namedMedia(response: JsonObject, document: ApiDocument): readonly NamedMedia[] {
  const [first, ...others] = mediaOf(response['content'], document);
  if (first === undefined)
    return [{ name: '', media: { type: null, fields: {}, isFirst: true, suffix: '' } }];
  // Only a range that is alone makes an answer, which then has no type.
  const exact = others.filter(([type]) => !type.includes('*')).slice(0, MAX_TYPES - 1);
  return [
    ...namedExamples(...first, ''),
    ...exact.flatMap(([type, fields]) => namedExamples(type, fields, ` (${type.slice(0, MAX_NAME)})`)),
  ];
}

function namedExamples(type: string, fields: JsonObject, suffix: string): readonly NamedMedia[] {
  const { examples, ...rest } = fields;
  const named = isObject(examples) && fields['example'] === undefined ? Object.entries(examples) : [];
  if (named.length < 2) return [{ name: '', media: { type, fields, isFirst: true, suffix } }];
  return named.slice(0, MAX_NAMED).map(([name, example], at) => ({
    name: name.slice(0, MAX_NAME).toWellFormed(),
    media: { type, fields: { ...rest, examples: { [name]: example } }, isFirst: at === 0, suffix },
  }));
}

function exampleOf(
  { id, status, name }: Pick<Example, 'id' | 'status' | 'name'>,
  response: JsonObject,
  media: Media,
  document: ApiDocument,
  context: ImportContext,
): Example {
  const reason = STATUS_CODES[status] ?? '';
  const [line = ''] = (scalarText(response['description']) ?? '').trim().split('\n');
  const body = media.type === null ? '' : document.texts.of(media.fields, media.type, 'response');
  const type = media.type === null || media.type.includes('*') ? [] : [pairOf('Content-Type', media.type)];
  return exampleModel.parse({
    id,
    name: `${name || line.slice(0, MAX_NAME).toWellFormed() || reason || status}${media.suffix}`,
    status,
    reason,
    headers: [...type, ...headersOf(response['headers'], document, context)],
    body,
  });
}

function headersOf(headers: unknown, document: ApiDocument, context: ImportContext): Pair[] {
  const entries = Object.entries(isObject(headers) ? headers : {}).filter(
    ([name]) => !/^content-type$/i.test(name),
  );
  context.countFields(entries.length);
  return entries.map(([name, header]) => {
    const fields = document.references.fields(header);
    return {
      ...pairOf(name.toWellFormed(), valueText(fields, document)),
      docs: scalarText(fields['description']) ?? '',
    };
  });
}

function pairOf(name: string, value: string): Pair {
  return { name, value, enabled: true, docs: '' };
}
