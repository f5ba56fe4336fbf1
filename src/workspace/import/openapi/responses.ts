// Converts responses to examples.
import { isObject } from '../../../base/is-object.ts';
import { STATUS_CODES } from '../../../base/status-codes.ts';
import type { ApiDocument } from '../../../documents/openapi/document.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import { example as exampleModel, type Example } from '../../model/example.ts';
import type { Pair } from '../../model/values.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { chooseMedia } from './body.ts';
import { exampleIdOf } from './ids.ts';
import { valueText } from './parameters.ts';

/** The maximum number of responses of one operation. */
const MAX_RESPONSES = 100;
const MAX_NAME = 100;

/** Returns an example for each status. */
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
    return [exampleOf({ id: exampleIdOf(requestId, code, context), status }, fields, document, context)];
  });
}

/** Returns the status of a response: `2XX` is 200, and `default` is an error if there is a success. */
function statusOf(code: string, all: readonly string[]): number | null {
  if (/^[1-9]\d\d$/.test(code)) return Number(code);
  if (/^[1-5]xx$/i.test(code)) return Number(code[0]) * 100;
  if (code !== 'default') return null;
  return all.some((each) => /^[23]/.test(each)) ? 500 : 200;
}

function exampleOf(
  { id, status }: Pick<Example, 'id' | 'status'>,
  response: JsonObject,
  document: ApiDocument,
  context: ImportContext,
): Example {
  const reason = STATUS_CODES[status] ?? '';
  const [line = ''] = (scalarText(response['description']) ?? '').trim().split('\n');
  const media = chooseMedia(response['content'], document);
  const body = media === null ? '' : document.texts.of(media[1], media[0], 'response');
  const type = media === null || media[0].includes('*') ? [] : [pairOf('Content-Type', media[0])];
  return exampleModel.parse({
    id,
    name: line.slice(0, MAX_NAME).toWellFormed() || reason || String(status),
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
