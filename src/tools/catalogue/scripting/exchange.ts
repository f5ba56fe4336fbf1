// Converts exchanges to the form that scripts receive, and applies their changes.
import { STATUS_CODES } from '../../../base/status-codes.ts';
import { authorityOf, readDestination, serverAddress, type Destination } from '../../../flow/destination.ts';
import { decodeBody } from '../../../flow/decode.ts';
import type { Flow, FlowTarget } from '../../../flow/flow.ts';
import { encodeText } from '../../../flow/text-body.ts';
import type {
  HeaderLines,
  InterceptedExchange,
  InterceptedRequest,
  InterceptedResponse,
} from '../../../proxy/hooks.ts';
import type {
  RequestChanges,
  ResponseChanges,
  RuleContext,
  ScriptRequest,
  ScriptResponse,
} from '../../../sandbox/rule-runtime/exchange.ts';
import { headerValue } from '../../rules/fields.ts';
import { applyHeaderOperations } from '../../rules/operations.ts';
import type { RuleScript } from './rule-script.ts';

/** Returns the context of a call: that of the rule, and the exchange. */
export function scriptContext(script: RuleScript, flow: Flow): RuleContext {
  return { ...script.context, flow: scriptFlow(flow) };
}

export function scriptFlow(flow: Flow): RuleContext['flow'] {
  const { id, client } = flow;
  return { id: String(id), app: client.app, clientIP: client.address, serverIP: serverAddress(flow) };
}

export function scriptRequest(
  { method, target, path, fields }: InterceptedRequest,
  body: Buffer,
): ScriptRequest {
  const { scheme, host, port } = target;
  const at = path.indexOf('?');
  const [bare, query] = at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at + 1)];
  return { method, scheme, host, port, path: bare, query, headers: fields, body };
}

/** Returns a request that has already been sent, with its buffered or captured body. */
export async function scriptSentRequest({ request, flow }: InterceptedExchange): Promise<ScriptRequest> {
  return scriptRequest(request, request.hasBody ? await sentBody(request, flow) : Buffer.alloc(0));
}

async function sentBody(request: InterceptedRequest, flow: Flow): Promise<Buffer> {
  const held = await request.body();
  if (held !== null) return held;
  return flow.request === null ? Buffer.alloc(0) : (await decodeBody(flow.request, Infinity)).bytes;
}

export function scriptResponse(response: InterceptedResponse, body: Buffer): ScriptResponse {
  const { status: statusCode, reason: statusPhrase, version: httpVersion, fields: headers } = response;
  return { statusCode, statusPhrase, httpVersion, headers, body };
}

/** Applies the changes; returns false, with the request unchanged, when its new destination is not valid. */
export function changeRequest(request: InterceptedRequest, changes: RequestChanges): boolean {
  const destination = destinationOf(request, changes);
  if (destination === null) return false;
  const host = headerValue(request.fields, 'host');
  const isElsewhere = authorityOf(destination.target) !== authorityOf(request.target);
  request.method = changes.method ?? request.method;
  request.target = destination.target;
  request.path = destination.path;
  request.fields = changes.headers ?? request.fields;
  if (isElsewhere && headerValue(request.fields, 'host') === host)
    request.fields = applyHeaderOperations(request.fields, [
      { op: 'set', name: 'Host', value: authorityOf(destination.target) },
    ]);
  if (changes.body !== undefined) replaceBody(request, changes.body);
  return true;
}

export function changeResponse(response: InterceptedResponse, changes: ResponseChanges): void {
  const { statusCode, statusPhrase, headers, body } = changes;
  if (statusCode !== undefined) {
    response.status = statusCode;
    response.reason = STATUS_CODES[statusCode] ?? '';
  }
  response.reason = statusPhrase ?? response.reason;
  response.fields = headers ?? response.fields;
  if (body !== undefined) replaceBody(response, body);
}

function replaceBody(message: InterceptedRequest | InterceptedResponse, body: string | Uint8Array): void {
  const { bytes, fields } = encodedBody(body, message.fields);
  // Set before the body is replaced, which removes its content coding from the fields.
  message.fields = fields;
  message.replaceBody(bytes);
}

/** Returns the bytes of a body, and the fields with its charset. Text from a script is sent as UTF-8. */
export function encodedBody(
  body: string | Uint8Array,
  fields: HeaderLines,
): { readonly bytes: Buffer; readonly fields: HeaderLines } {
  if (typeof body !== 'string') return { bytes: Buffer.from(body), fields };
  const { bytes, contentType } = encodeText(body, headerValue(fields, 'content-type'));
  if (contentType === null) return { bytes, fields };
  return {
    bytes,
    fields: applyHeaderOperations(fields, [{ op: 'set', name: 'Content-Type', value: contentType }]),
  };
}

function destinationOf(request: InterceptedRequest, changes: RequestChanges): Destination | null {
  const { scheme, host, port, path, query } = changes;
  const isPathChanged = path !== undefined || query !== undefined;
  const newPath = isPathChanged ? pathOf(scriptRequest(request, NO_BYTES), changes) : request.path;
  if (scheme === undefined && host === undefined && port === undefined)
    return { target: request.target, path: newPath };
  const { target } = request;
  const newScheme = scheme === undefined ? target.scheme : scheme === 'https' ? 'https' : 'http';
  const authority = `${bracketed(host ?? target.host)}:${port ?? portUnder(target, newScheme)}`;
  const found = readDestination(`${newScheme}://${authority}`);
  return found === null ? null : { target: found.target, path: newPath };
}

const NO_BYTES = Buffer.alloc(0);

function pathOf(before: ScriptRequest, { path = before.path, query = before.query }: RequestChanges): string {
  return query === '' || path === '*' ? path : `${path}?${query}`;
}

/** Returns the port under another scheme: a default port changes along. */
function portUnder({ scheme, port }: FlowTarget, newScheme: FlowTarget['scheme']): number {
  const isOwn = port === (scheme === 'https' ? 443 : 80);
  return isOwn ? (newScheme === 'https' ? 443 : 80) : port;
}

function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host.replace('%', '%25')}]` : host;
}
