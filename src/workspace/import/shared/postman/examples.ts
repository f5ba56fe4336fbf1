// Saved responses of Postman.
import { isFields, kindOf, type Fields } from '../../../../documents/json-values.ts';
import {
  example as exampleModel,
  exampleRequest,
  type Example,
  type ExampleRequest,
} from '../../../model/example.ts';
import type { Notes } from '../import-context.ts';
import { bodyOf } from './body.ts';
import { jsonOrText } from './fields.ts';
import { headersOf } from './headers.ts';
import { targetOf } from './url.ts';

export function examplesOf(responses: unknown, notes: Notes): Example[] {
  return notes.list(responses, 'the saved responses').flatMap((response) => {
    if (isFields(response)) return [exampleOf(response, notes)];
    notes.warn(`a saved response is ${kindOf(response)}, no object, and was left out`);
    return [];
  });
}

function exampleOf(response: Fields, outer: Notes): Example {
  outer.countFields(1);
  const name = outer.name(response['name'], 'Example');
  const notes = outer.inside(name);
  const { originalRequest: asked, code } = response;
  const status = statusOf(code);
  if (status === null && code !== undefined && code !== null)
    notes.warn('the status is none, and became 200');
  return exampleModel.parse({
    id: notes.id(response['id'] ?? response['_postman_id']),
    name,
    status: status ?? 200,
    reason: notes.text(response['status'], 'the reason'),
    headers: headersOf(response['header'], notes),
    ...contentOf(response, notes),
    request: asked === undefined || asked === null ? null : askedOf(asked, notes),
  });
}

function statusOf(code: unknown): number | null {
  const status = typeof code === 'string' && /^\d+$/.test(code) ? Number(code) : code;
  return typeof status === 'number' && Number.isInteger(status) && status >= 0 && status <= 999
    ? status
    : null;
}

/** Of bytes Postman keeps the values in a list. */
function contentOf(
  { body, stream }: Fields,
  notes: Notes,
): { readonly body: string; readonly base64: boolean } {
  const bytes = isFields(stream) && (body === undefined || body === null) ? stream['data'] : undefined;
  if (!Array.isArray(bytes)) return { body: jsonOrText(body), base64: false };
  notes.countFields(bytes.length);
  return { body: Buffer.from(bytes.map(Number)).toString('base64'), base64: true };
}

function askedOf(request: unknown, notes: Notes): ExampleRequest {
  if (!isFields(request)) return exampleRequest.parse(targetOf(request, notes));
  return exampleRequest.parse({
    method: methodOf(request['method'], notes),
    ...targetOf(request['url'], notes),
    headers: headersOf(request['header'], notes),
    body: bodyOf(request['body'], notes),
  });
}

/** In upper case, as Postman sends it; names of variables stay. */
export function methodOf(method: unknown, notes: Notes): string {
  const text = notes.text(method, 'the method').trim();
  return (
    text.replace(/\{\{[^{}]*\}\}|[^{]+|\{/g, (part) => (part.startsWith('{{') ? part : part.toUpperCase())) ||
    'GET'
  );
}
