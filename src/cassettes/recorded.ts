// Recorded exchanges in the form in which requests are compared with them.
import { createHash } from 'node:crypto';
import type { Flow } from '../flow/flow.ts';
import type { Message } from '../flow/message.ts';
import { capturedBody } from '../tools/captured-response.ts';
import { canonicalRequest, type CanonicalRequest, type GivenRequest } from './request/canonical.ts';
import { volatileTexts } from './request/volatile.ts';

export interface Recorded {
  readonly flow: Flow;
  readonly given: GivenRequest;
  readonly request: CanonicalRequest;
  /** Equal for exchanges with the same bytes. */
  readonly identity: string;
  /** The number of times that it was the answer. */
  served: number;
}

export interface RecordedSet {
  readonly all: readonly Recorded[];
  /** Texts such as ids and times that the answers gave. */
  readonly answered: ReadonlySet<string>;
}

/** Reads the exchanges of a cassette, which belong together: what one answer gave, a later request has. */
export async function recordedSet(
  flows: readonly Flow[],
  ignored: ReadonlySet<string>,
): Promise<RecordedSet> {
  const read = await Promise.all(flows.map(readFlow));
  const answered = new Set(read.flatMap(({ answer }) => volatileTexts(answer.toString())));
  const isAnswered = (text: string): boolean => answered.has(text);
  const all = read.map(({ flow, given, answer }) => ({
    flow,
    given,
    request: canonicalRequest(given, { isAnswered, ignored }),
    identity: [given.method, flow.url, hashOf(given.body), flow.status, hashOf(answer)].join(' '),
    served: 0,
  }));
  return { all, answered };
}

async function readFlow(
  flow: Flow,
): Promise<{ readonly flow: Flow; readonly given: GivenRequest; readonly answer: Buffer }> {
  const [given, answer] = await Promise.all([givenRequest(flow), bytesOf(flow.response)]);
  return { flow, given, answer };
}

async function givenRequest(flow: Flow): Promise<GivenRequest> {
  const request = flow.originalRequest ?? flow.request;
  return {
    method: flow.method,
    target: flow.target,
    path: flow.octetPath,
    headers: (request?.octetHeaders ?? []).map(({ name, value }) => [name, value]),
    body: await bytesOf(request),
  };
}

const NOTHING = Buffer.alloc(0);

async function bytesOf(message: Message | null): Promise<Buffer> {
  return message === null ? NOTHING : (await capturedBody(message)).bytes;
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
