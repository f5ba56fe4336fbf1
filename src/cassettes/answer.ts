// The answer of a cassette to a request: the recorded one, or why there is none.
import { once } from 'node:events';
import { isEventStream } from '../codec/sse.ts';
import type { InterceptedRequest, SyntheticResponse } from '../proxy/hooks.ts';
import { recordedResponse } from '../tools/recorded-response.ts';
import { isOpenStream } from './open-stream.ts';
import type { Recorded } from './recorded.ts';
import { headerOf, type GivenRequest } from './request/canonical.ts';
import { rpcIdOf, withRpcId } from './request/rpc-ids.ts';

/** Returns the recorded response as it is sent now, until `signal` is aborted; null where the exchange has none. */
export async function recordedAnswer(
  { flow, given: recorded }: Recorded,
  given: GivenRequest,
  signal: AbortSignal,
): Promise<SyntheticResponse | null> {
  const response = await recordedResponse(flow, given.headers);
  if (response === null) return null;
  if (flow.target.scheme === 'mcp') return { ...response, body: lastLine(response.body) };
  const body = withAskedId(response.body, recorded, given);
  const type = headerOf({ headers: response.fields }, 'content-type') ?? '';
  return { ...response, body: isEventStream(type) ? events(body, isOpenStream(flow) ? signal : null) : body };
}

/** On a pipe, reports of progress come before the result, each on its line. */
function lastLine(body: Buffer): Buffer {
  return body.subarray(body.lastIndexOf('\n') + 1);
}

function withAskedId(body: Buffer, recorded: GivenRequest, given: GivenRequest): Buffer {
  const before = rpcIdOf(recorded.body);
  const now = rpcIdOf(given.body);
  return before === null || now === null || before === now ? body : withRpcId(body, before, now);
}

/** Sends a stream event by event, as the server did. `until`: it stays open until then; null ends it. */
async function* events(body: Buffer, until: AbortSignal | null): AsyncGenerator<Buffer> {
  const text = body.toString('latin1');
  let start = 0;
  for (const { index, 0: end } of text.matchAll(/\r?\n\r?\n|\r\r/g)) {
    yield body.subarray(start, index + end.length);
    start = index + end.length;
    await new Promise(setImmediate);
  }
  if (start < body.length) yield body.subarray(start);
  if (until?.aborted === false) await once(until, 'abort');
}

/** Says that the client should not try again, as the clients of OpenAI and Anthropic understand it. */
const NO_RETRY = ['X-Should-Retry', 'false'] as const;
const NOT_IMPLEMENTED = 501;

/** Returns the answer to a request that was not recorded, as JSON to clients that read it. */
export function unknownAnswer({ fields, target }: InterceptedRequest, text: string): SyntheticResponse {
  const named = (name: string): string => headerOf({ headers: fields }, name) ?? '';
  // On a pipe, the text becomes the message of an error.
  const isJson =
    target.scheme !== 'mcp' && /json|event-stream/i.test(named('content-type') + named('accept'));
  const body = isJson ? JSON.stringify({ error: { type: 'not_in_cassette', message: text } }) : `${text}\n`;
  const type = isJson ? 'application/json' : 'text/plain; charset=utf-8';
  return {
    status: NOT_IMPLEMENTED,
    reason: '',
    fields: [['Content-Type', type], NO_RETRY],
    body: Buffer.from(body),
  };
}
