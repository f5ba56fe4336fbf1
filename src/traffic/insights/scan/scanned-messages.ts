// Captured messages as they are looked at: without content coding, in batches that a thread can take.
import { setImmediate as turn } from 'node:timers/promises';
import { decodeBody } from '../../../flow/decode.ts';
import type { Flow, Message } from '../../../flow/flow.ts';
import type { LookAnswer, LookQuestion } from './scan.ts';
import type { Looker } from './body-scanner.ts';

/** Most bytes of one body that are looked at. */
const MAX_BODY = 16 * 1024 * 1024;
/** Bytes of bodies in one batch. */
const BATCH = 1024 * 1024;

export type Side = 'request' | 'response';

export interface Observed extends LookAnswer {
  readonly flow: Flow;
  readonly side: Side;
  /** Whether its body goes on beyond what was captured, or beyond what is looked at. */
  readonly isCut: boolean;
}

/** Exchanges whose bodies are read at the same time. */
const AT_ONCE = 32;
/** Captured bytes that may be read at the same time; what is compressed counts as this many times its size. */
const BYTES_AT_ONCE = 1024 * 1024;
const COMPRESSED = 50;

/** Looks at both messages of all exchanges, oldest first. */
export async function* observed(
  flows: readonly Flow[],
  wants: LookQuestion['wants'],
  looker: Looker,
): AsyncGenerator<Observed, void, undefined> {
  let batch: Asked[] = [];
  let size = 0;
  for (const group of groups(flows)) {
    const asked = (await Promise.all(group.map((flow) => questions(flow, wants)))).flat();
    for (const each of asked) size += each.question.body.length;
    batch.push(...asked);
    if (size > BATCH || batch.length > 200) {
      yield* answered(batch, looker);
      batch = [];
      size = 0;
    }
    await turn();
  }
  yield* answered(batch, looker);
}

function* groups(flows: readonly Flow[]): Generator<readonly Flow[], void, undefined> {
  let group: Flow[] = [];
  let size = 0;
  for (const flow of flows) {
    const more = weight(flow.originalRequest ?? flow.request) + weight(flow.response);
    if (group.length > 0 && (group.length >= AT_ONCE || size + more > BYTES_AT_ONCE)) {
      yield group;
      group = [];
      size = 0;
    }
    group.push(flow);
    size += more;
  }
  if (group.length > 0) yield group;
}

function weight(message: Message | null): number {
  if (message === null || message.body.size === 0) return 0;
  return message.header('content-encoding') === undefined
    ? message.body.size
    : message.body.size * COMPRESSED;
}

interface Asked extends Pick<Observed, 'flow' | 'side' | 'isCut'> {
  readonly question: LookQuestion;
}

async function* answered(batch: readonly Asked[], looker: Looker): AsyncGenerator<Observed, void, undefined> {
  if (batch.length === 0) return;
  const answers = await looker.ask(batch.map(({ question }) => question));
  for (const [at, { flow, side, isCut }] of batch.entries()) {
    const answer = answers[at];
    if (answer !== undefined) yield { ...answer, flow, side, isCut };
  }
}

async function questions(flow: Flow, wants: LookQuestion['wants']): Promise<readonly Asked[]> {
  const request = flow.originalRequest ?? flow.request;
  const { response } = flow;
  const sides: Promise<Asked>[] = [];
  if (request !== null && wants !== 'schema') sides.push(question(flow, 'request', request, wants));
  if (response !== null && (wants !== 'schema' || isJson(response)))
    sides.push(question(flow, 'response', response, wants));
  return Promise.all(sides);
}

async function question(
  flow: Flow,
  side: Side,
  message: Message,
  wants: LookQuestion['wants'],
): Promise<Asked> {
  const { bytes, size, exact } = await decodeBody(message, MAX_BODY);
  const isCut = size > bytes.length || !exact;
  const path = side === 'request' ? flow.path : '';
  const isPlain = flow.target.scheme === 'http';
  return {
    ...{ flow, side, isCut },
    question: { wants, message: { path, headers: message.headers, isPlain }, body: bytes, isCut },
  };
}

function isJson(message: Message): boolean {
  return /^\s*application\/(?:[\w.+-]+\+)?json\b/i.test(message.header('content-type') ?? '');
}
