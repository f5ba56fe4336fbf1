// Captured messages as they are looked at: text, without content coding, in batches that a thread can take.
import { setImmediate as turn } from 'node:timers/promises';
import { bodyContent } from '../../flow/content.ts';
import type { Flow, Message } from '../../flow/flow.ts';
import type { LookAnswer, LookQuestion } from './look.ts';
import type { Looker } from './looker.ts';

/** Most characters of one body that are looked at. */
const MOST_BODY = 16 * 1024 * 1024;
/** Characters of bodies in one batch. */
const BATCH = 1024 * 1024;

export type Side = 'request' | 'response';

export interface Observed extends LookAnswer {
  readonly flow: Flow;
  readonly side: Side;
}

/** Looks at both messages of all exchanges, oldest first. */
export async function* observed(
  flows: readonly Flow[],
  wants: LookQuestion['wants'],
  looker: Looker,
): AsyncGenerator<Observed, void, undefined> {
  let batch: Asked[] = [];
  let size = 0;
  for (const flow of flows) {
    for (const asked of await questions(flow, wants)) {
      batch.push(asked);
      size += asked.question.message.body.length;
    }
    if (size > BATCH || batch.length > 200) {
      yield* answered(batch, looker);
      batch = [];
      size = 0;
    }
    await turn();
  }
  yield* answered(batch, looker);
}

interface Asked {
  readonly flow: Flow;
  readonly side: Side;
  readonly question: LookQuestion;
}

async function* answered(batch: readonly Asked[], looker: Looker): AsyncGenerator<Observed, void, undefined> {
  if (batch.length === 0) return;
  const answers = await looker.ask(batch.map(({ question }) => question));
  for (const [at, { flow, side }] of batch.entries()) {
    const answer = answers[at];
    if (answer !== undefined) yield { ...answer, flow, side };
  }
}

async function questions(flow: Flow, wants: LookQuestion['wants']): Promise<readonly Asked[]> {
  const request = flow.originalRequest ?? flow.request;
  const sides: Asked[] = [];
  if (request !== null && wants !== 'schema')
    sides.push({ flow, side: 'request', question: await questionOf(flow, request, flow.path, wants) });
  const { response } = flow;
  if (response !== null && (wants !== 'schema' || isJson(response)))
    sides.push({ flow, side: 'response', question: await questionOf(flow, response, '', wants) });
  return sides;
}

async function questionOf(
  flow: Flow,
  message: Message,
  path: string,
  wants: LookQuestion['wants'],
): Promise<LookQuestion> {
  const content = await bodyContent(message, MOST_BODY);
  const body = content.type === 'text' ? content.text : '';
  const isPlain = flow.target.scheme === 'http';
  return { wants, message: { path, headers: message.headers, body, isPlain } };
}

function isJson(message: Message): boolean {
  return /^\s*application\/(?:[\w.+-]+\+)?json\b/i.test(message.header('content-type') ?? '');
}
