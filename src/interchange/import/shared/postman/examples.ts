// Converts saved responses of Postman.
import { isObject } from '../../../../base/is-object.ts';
import { describeType, type JsonObject } from '../../../../documents/json-values.ts';
import {
  example as exampleModel,
  exampleRequest,
  type Example,
  type ExampleRequest,
} from '../../../../collections/model/example.ts';
import type { ImportContext } from '../import-context.ts';
import { bodyOf } from './body.ts';
import { jsonOrText } from './fields.ts';
import { headersOf } from './headers.ts';
import { urlOf } from './url.ts';

export function examplesOf(responses: unknown, context: ImportContext): Example[] {
  return context.list(responses, 'the saved responses').flatMap((response) => {
    if (isObject(response)) return [exampleOf(response, context)];
    context.warn(`a saved response is ${describeType(response)}, not an object, and was left out`);
    return [];
  });
}

function exampleOf(response: JsonObject, parent: ImportContext): Example {
  parent.countFields(1);
  const name = parent.name(response['name'], 'Example');
  const context = parent.inside(name);
  const { originalRequest, code } = response;
  const status = statusOf(code);
  if (status === null && code !== undefined && code !== null)
    context.warn('the status is not valid, and became 200');
  return exampleModel.parse({
    id: context.id(response['id'] ?? response['_postman_id']),
    name,
    status: status ?? 200,
    reason: context.text(response['status'], 'the reason'),
    headers: headersOf(response['header'], context),
    ...contentOf(response, context),
    request:
      originalRequest === undefined || originalRequest === null
        ? null
        : originalRequestOf(originalRequest, context),
  });
}

function statusOf(code: unknown): number | null {
  const status = typeof code === 'string' && /^\d+$/.test(code) ? Number(code) : code;
  return typeof status === 'number' && Number.isInteger(status) && status >= 0 && status <= 999
    ? status
    : null;
}

/** Returns the body; Postman stores bytes as a list of numbers. */
function contentOf(
  { body, stream }: JsonObject,
  context: ImportContext,
): { readonly body: string; readonly base64: boolean } {
  const bytes = isObject(stream) && (body === undefined || body === null) ? stream['data'] : undefined;
  if (!Array.isArray(bytes)) return { body: jsonOrText(body), base64: false };
  context.countFields(bytes.length);
  return { body: Buffer.from(bytes.map(Number)).toString('base64'), base64: true };
}

function originalRequestOf(request: unknown, context: ImportContext): ExampleRequest {
  if (!isObject(request)) return exampleRequest.parse(urlOf(request, context));
  return exampleRequest.parse({
    method: methodOf(request['method'], context),
    ...urlOf(request['url'], context),
    headers: headersOf(request['header'], context),
    body: bodyOf(request['body'], context),
  });
}

/** Returns the method in upper case, as Postman sends it, except for variables. */
export function methodOf(method: unknown, context: ImportContext): string {
  const text = context.text(method, 'the method').trim();
  return (
    text.replace(/\{\{[^{}]*\}\}|[^{]+|\{/g, (part) => (part.startsWith('{{') ? part : part.toUpperCase())) ||
    'GET'
  );
}
