// Sends a changed copy of a captured request, or a new one. It passes through the debugging tools like any other
// request. The result is its flow.
import { z } from 'zod';
import { TOKEN } from '../../../base/http-syntax.ts';
import { ParameterError } from '../../../base/errors.ts';
import { readDestination, type Destination } from '../../../flow/destination.ts';
import { isOnNetwork, type Flow, type NetworkTarget } from '../../../flow/flow.ts';
import type { Message } from '../../../flow/message.ts';
import type { HeaderLines } from '../../../proxy/hooks.ts';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import type { RunningApp } from '../undo.ts';
import { flowDetail, flowOf, requestId } from '../fields.ts';
import {
  bodyParameter,
  applyHeaderInput,
  headersParameter,
  withHost,
  withOneCookie,
  withoutCoding,
  withoutFraming,
} from './message.ts';

const METHOD = 'the name of a method, such as "GET"';
const URL_TEXT = 'an http or https URL such as "https://example.com/path", without user and password';

const params = z.strictObject({
  id: requestId.optional().describe('The request to start from'),
  method: z
    .string(METHOD)
    .regex(TOKEN, METHOD)
    .refine(
      (method) => method.toUpperCase() !== 'CONNECT',
      'another method than CONNECT, which opens a tunnel',
    )
    .optional(),
  url: z
    .string(URL_TEXT)
    .refine((url) => readDestination(url) !== null, URL_TEXT)
    .optional()
    .describe('Required without id'),
  headers: headersParameter
    .optional()
    .describe('An object merges over the original, null removes; a list of {name, value} replaces all'),
  body: bodyParameter.optional().describe('A text, or {base64}'),
});

export const editAndReplay = defineMethod({
  name: 'edit_and_replay',
  summary:
    'Sends a changed copy of a captured request, or a new one without id, and returns the new request with its response',
  effect: 'write',
  faces: EVERYWHERE,
  hints: ['open world'],
  undo: { never: 'a request was sent' },
  replaces: sentBefore,
  params,
  result: flowDetail,
  async run(app, { id, method, url, headers, body }, signal) {
    const base = id === undefined ? null : baseOf(flowOf(app, id));
    const isMoving = url !== undefined && url !== base?.url;
    const destination = (isMoving ? readDestination(url) : null) ?? base?.destination;
    if (destination === undefined)
      throw new ParameterError(`url is missing: give ${URL_TEXT}`, { field: 'url' });
    const isMoved = base !== null && !isSameHost(destination, base.destination);
    const before = isMoved
      ? base.fields.filter(([name]) => name.toLowerCase() !== 'host')
      : (base?.fields ?? []);
    const keptHeaders = body === undefined ? before : withoutCoding(before);
    const fields = withHost(withoutFraming(applyHeaderInput(keptHeaders, headers)), destination.target);
    const flow = await app.engine.send(
      {
        method: method ?? base?.method ?? 'GET',
        ...destination,
        fields,
        body: body ?? base?.body() ?? Buffer.alloc(0),
      },
      base?.client ?? null,
      signal,
    );
    return app.detail(flow);
  },
});

/** Returns what the captured request has in place of the parameters; nothing of it for another host. */
async function sentBefore(
  app: RunningApp,
  { id, url, headers: given = {} }: z.input<typeof params>,
): Promise<object | undefined> {
  if (id === undefined) return undefined;
  const flow = await app.flow(id);
  const moved = url === undefined ? null : URL.parse(url);
  // A mask must not carry what was sent to one host to another.
  if (moved !== null && moved.host !== URL.parse(flow.url)?.host) return { headers: {}, body: null };
  const { headers, body } = flow.originalRequest ?? flow.request;
  const byName = Object.keys(given).map((key): [string, unknown] => [
    key,
    headers.find(({ name }) => name.toLowerCase() === key.toLowerCase())?.value,
  ]);
  return { url: flow.url, headers: Array.isArray(given) ? headers : Object.fromEntries(byName), body };
}

interface Base {
  readonly url: string;
  readonly method: string;
  readonly destination: Destination<NetworkTarget>;
  readonly fields: HeaderLines;
  readonly client: Flow['client'];
  /** Returns the captured body. Throws a ParameterError when it was not captured completely. */
  readonly body: () => Buffer;
}

/** Returns the request as the client sent it. Throws a ParameterError when it cannot be sent again. */
function baseOf(flow: Flow): Base {
  const request = flow.originalRequest ?? flow.request;
  if (request === null) throw unsendable(`Request ${flow.id} is a tunnel: what was inside was not decrypted`);
  const { target } = flow;
  if (!isOnNetwork(target)) throw unsendable(`Request ${flow.id} is a message to an MCP server on pipes`);
  if (flow.status === 101) throw unsendable(`Request ${flow.id} became another protocol`);
  return {
    url: flow.url,
    method: flow.method,
    destination: { target, path: flow.octetPath },
    fields: fieldsOf(request),
    client: flow.client,
    body: () => bodyOf(flow.id, request),
  };
}

/** HTTP/2 may split cookies into several fields; HTTP/1.1 may not (RFC 9113 section 8.2.3). */
function fieldsOf(request: Message): HeaderLines {
  const lines = request.octetHeaders.map(({ name, value }) => [name, value] as const);
  const fields = request.isDecoded ? withoutCoding(lines) : lines;
  return request.startLine.endsWith(' HTTP/2') ? withOneCookie(fields) : fields;
}

function bodyOf(id: number, { body, complete }: Message): Buffer {
  if (!complete) throw unsendable(`The body of request ${id} did not arrive whole`);
  if (body.omitted > 0)
    throw unsendable(`The body of request ${id} was not kept whole (${body.omitted} bytes were left out)`);
  return body.bytes();
}

function unsendable(reason: string): ParameterError {
  return new ParameterError(`${reason}, so it cannot be sent again`, { field: 'id' });
}

function isSameHost(a: Destination, b: Destination): boolean {
  return (
    a.target.host === b.target.host && a.target.port === b.target.port && a.target.scheme === b.target.scheme
  );
}
