// The tools that work with any running proxy, the app or a headless run. They use the Control API.
import { z } from 'zod';
import { flowDetail, requestId, text, wholeNumber } from '../../session/methods/fields.ts';
import type { ControlClient } from '../../control/client.ts';
import { isObject } from '../../base/is-object.ts';
import type { Tool } from './contract.ts';

/** Bytes of a body that are returned unless `length` asks for more. */
const DEFAULT_SLICE = 4000;
const MAX_SLICE = 1_000_000;
const DEFAULT_LIMIT = 50;

const slice = {
  offset: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional().describe('First byte of bodies, by default 0'),
  length: wholeNumber(1, MAX_SLICE).optional().describe(`Bytes of each body, by default ${DEFAULT_SLICE}`),
};

const shared = { toolset: 'traffic', isCaptured: true, effect: 'read', hints: [], undo: null } as const;

const listRequests: Tool = {
  ...shared,
  name: 'list_requests',
  summary:
    'Lists captured requests, newest last, to find one by host, status, app or text before looking at it',
  params: z.strictObject({
    search: text.optional().describe('Part of the URL or app'),
    host: text.optional().describe('Part of the host'),
    status: wholeNumber(100, 999).optional(),
    app: text.optional().describe('Part of the name of the app'),
    method: text.optional(),
    since: requestId.optional().describe('Only requests after this id'),
    errors: z.boolean().optional().describe('Only failed ones, and status 400 and above'),
    filter: text
      .optional()
      .describe('A filter, such as "status:4xx -host:cdn body:card_declined header:x-client=ios is:error"'),
    limit: wholeNumber(1, 1000).optional().describe(`The newest, by default ${DEFAULT_LIMIT}`),
  }),
  result: z.looseObject({ items: z.array(z.looseObject({ id: z.number(), status: z.number().optional() })) }),
  async run({ proxy }, params) {
    const { errors, limit = DEFAULT_LIMIT, ...rest } = params;
    const filter = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));
    const asked = { ...filter, limit: String(limit), ...(errors === true && { errors: '1' }) };
    return { items: (await (await proxy.client()).flows(asked)).map(brief) };
  },
};

/** Fields that a list leaves out: details tell them, or the others say as much. */
const LEFT_OUT = new Set(['host', 'tags', 'decrypted', 'requestSize', 'httpVersion', 'notDecrypted', 'app']);

function brief(flow: object): Record<string, unknown> {
  const { app, ...rest } = flow as Record<string, unknown>;
  const shownFields = Object.entries(rest).filter(([name, value]) => !LEFT_OUT.has(name) && value !== '');
  return { ...Object.fromEntries(shownFields), ...(typeof app === 'string' && { app }) };
}

const oneRequest: Tool = {
  ...shared,
  name: 'get_request',
  summary:
    'Returns one captured request with headers, timing and a slice of both bodies; offset and length read on',
  params: z.strictObject({ id: requestId, ...slice }),
  result: flowDetail,
  async run({ proxy }, { id, offset = 0, length = DEFAULT_SLICE }) {
    return sliced(await proxy.client(), Number(id), { offset: Number(offset), length: Number(length) });
  },
};

const curlOfRequest: Tool = {
  ...shared,
  name: 'get_request_curl',
  summary: 'Returns a captured request as a cURL command, to run it in a shell or hand it to somebody',
  params: z.strictObject({ id: requestId }),
  result: z.looseObject({ curl: z.string() }),
  run: async ({ proxy }, { id }) => ({ curl: await (await proxy.client()).curl(Number(id)) }),
};

const replayRequest: Tool = {
  ...shared,
  name: 'replay_request',
  summary: 'Sends a captured request again, unchanged, through the debugging tools; returns the new exchange',
  effect: 'write',
  hints: ['open world'],
  undo: { never: 'a request was sent' },
  params: z.strictObject({ id: requestId }),
  result: flowDetail,
  async run({ proxy }, { id }, { signal }) {
    const client = await proxy.client();
    const flow = await client.replay(Number(id), signal);
    return sliced(client, flow.id, { offset: 0, length: DEFAULT_SLICE });
  },
};

export const controlTools: readonly Tool[] = [listRequests, oneRequest, curlOfRequest, replayRequest];

interface Slice {
  readonly offset: number;
  readonly length: number;
}

/** Returns the detail of a request, with the requested slice of each body in place of its start. */
export async function sliced(client: ControlClient, id: number, part: Slice): Promise<object> {
  const detail = await client.flow(id);
  const { request, response, ...rest } = detail;
  return {
    ...rest,
    request: { ...request, ...(await bodyOf(client, id, 'request', request.body, part)) },
    ...(response !== undefined && {
      response: { ...response, ...(await bodyOf(client, id, 'response', response.body, part)) },
    }),
  };
}

async function bodyOf(
  client: ControlClient,
  id: number,
  side: 'request' | 'response',
  shown: unknown,
  { offset, length }: Slice,
): Promise<{ readonly body: unknown; readonly bodyBytes?: object }> {
  if (shown === '') return { body: '' };
  const { bytes, total } = await client.bodySlice(id, side, { offset, length });
  const known = total ?? offset + bytes.length;
  const isWhole = offset === 0 && total !== null && bytes.length >= total;
  const range = { offset, length: bytes.length, total };
  const body = isObject(shown) ? { base64: bytes.toString('base64') } : bytes.toString();
  return isWhole && known <= length ? { body } : { body, bodyBytes: range };
}
