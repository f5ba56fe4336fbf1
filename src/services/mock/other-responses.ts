// Responses without an example: refusals, preflights of CORS, and the error that no example fits.
import type { MockRequest } from './match.ts';
import type { ChosenResponse, MockServerResponse } from './response.ts';
import type { RequestProblem } from './validate.ts';

/** Returns the same response with one more header. */
export function withHeader(chosen: ChosenResponse, name: string, value: string): ChosenResponse {
  const { response } = chosen;
  return { ...chosen, response: { ...response, headers: [...response.headers, name, value] } };
}

export function refused({ response }: RequestProblem): ChosenResponse {
  return { exampleName: null, exampleId: null, source: 'refused', response };
}

/** Returns the response of a share that fails on purpose. */
export function failedOnPurpose(status: number): ChosenResponse {
  const message = 'this mock server fails a share of the calls on purpose';
  const error = { name: 'mockFailure', message };
  const response = responseWith(status, `${JSON.stringify({ error })}\n`, {
    'Content-Type': 'application/json',
  });
  return { exampleName: null, exampleId: null, source: 'failed', response };
}

/** Returns the error that Postman's mock servers give, and for a preflight of CORS the permission. */
export function noExample(
  { method, url, headers }: MockRequest,
  examples: number,
  code: number | null = null,
  statuses: readonly string[] = [],
): ChosenResponse {
  const asked = headers['access-control-request-method'];
  if (method === 'OPTIONS' && asked !== undefined) {
    const response = responseWith(204, '', {
      'Access-Control-Allow-Methods': asText(asked),
      'Access-Control-Allow-Headers': asText(headers['access-control-request-headers'] ?? '*'),
      'Access-Control-Max-Age': '600',
    });
    return { exampleName: null, exampleId: null, source: 'preflight', response };
  }
  const message =
    examples === 0
      ? 'the collection has no saved examples: save a response as an example first'
      : `no saved example fits ${method} ${url.slice(0, 200)}${withStatus(code, statuses)}`;
  const error = { name: 'mockRequestNotFoundError', message, header: 'No matching requests' };
  const response = responseWith(404, `${JSON.stringify({ error })}\n`, {
    'Content-Type': 'application/json',
  });
  return { exampleName: null, exampleId: null, source: 'none', response };
}

function withStatus(code: number | null, statuses: readonly string[]): string {
  if (code === null || statuses.length === 0) return '';
  return ` with the status ${code}: the description has ${statuses.join(', ')}`;
}

function responseWith(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
): MockServerResponse {
  const body = Buffer.from(text);
  const fields = Object.entries({
    ...headers,
    'Access-Control-Allow-Origin': '*',
    ...(body.length > 0 && { 'Content-Length': String(body.length) }),
  });
  return { status, reason: '', headers: fields.flat(), body };
}

function asText(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : value.join(', ');
}
