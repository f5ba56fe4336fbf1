// Asks the server of a request what it offers, with the URL, headers, authorization, variables and pre-request scripts
// of the request.
import { UserError } from '../base/errors.ts';
import { changeItem, requestNamed } from '../collections/edit/items.ts';
import type { Answer, Heard, ListeningDescriber } from '../requests/descriptions/contract.ts';
import { describerOf } from '../requests/descriptions/index.ts';
import type { ServerDescription } from '../requests/descriptions/shapes.ts';
import type { SavedRequest } from '../collections/model/request.ts';
import type { OpenConnection } from '../requests/protocols/contract.ts';
import type { RunOptions } from './runner/options.ts';
import { runCollection } from './runner/run.ts';

type DescribeOptions = Omit<RunOptions, 'only' | 'reporters' | 'data'>;

/** For servers whose messages tell what they offer. */
export interface Listening {
  /** Milliseconds for which they are listened to. */
  readonly listenMs?: number | undefined;
  /** Called now and then with how much was heard. */
  readonly onHeard?: ((heard: Heard) => void) | undefined;
}

const LISTEN_MS = 2000;
/** Milliseconds between two calls of `onHeard`. */
const HEARD_MS = 500;

/**
 * `id`: of the request in the collection. The signal of `options` ends the listening early, with what was heard.
 * Rejects with a UserError that says why there is no description.
 */
export async function describeServer(
  options: DescribeOptions,
  id: string,
  listening: Listening = {},
): Promise<ServerDescription> {
  const { request } = requestNamed(options.collection, id).item;
  const describer = await describerOf(request);
  if (describer.type === 'listens') return listen(options, describer, request, listening);
  const answers: Answer[] = [];
  for (const question of describer.questions(request)) answers.push(await ask(options, question));
  return describer.read(answers, request);
}

async function listen(
  options: DescribeOptions,
  describer: ListeningDescriber,
  request: SavedRequest,
  { listenMs = LISTEN_MS, onHeard }: Listening,
): Promise<ServerDescription> {
  const listener = describer.listener();
  const unopened = new AbortController();
  let connection: OpenConnection | null = null;
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    if (connection === null) unopened.abort(options.signal?.reason);
    else void connection.close(1000, '');
  };
  const heard = onHeard && setInterval(() => onHeard(listener.counts()), HEARD_MS);
  if (options.signal?.aborted === true) end();
  options.signal?.addEventListener('abort', end, { once: true });
  try {
    const answer = await ask(
      {
        ...options,
        signal: unopened.signal,
        onMessage: (message) => listener.hear(message),
        onOpen: (opened) => {
          connection = opened;
          timer = setTimeout(end, listenMs);
        },
      },
      describer.subscription(request),
    );
    if (answer.error !== null) throw new UserError('UNAVAILABLE', answer.error);
    return listener.description();
  } finally {
    clearTimeout(timer);
    clearInterval(heard);
    options.signal?.removeEventListener('abort', end);
  }
}

async function ask(options: DescribeOptions, question: SavedRequest): Promise<Answer> {
  const { collection } = options;
  // Tests are of the request, not of the question.
  const asked = { ...question, scripts: { ...question.scripts, test: '' } };
  const items = changeItem(collection.items, question.id, () => ({ kind: 'request', request: asked }));
  let answer: Answer = { response: null, error: 'the request was interrupted' };
  await runCollection({
    ...options,
    collection: { ...collection, items },
    only: [question.id],
    data: [],
    reporters: [
      {
        request({ id, response, error, skipped }) {
          if (id !== question.id) return;
          const reason = error ?? (skipped ? 'a script skipped the request' : 'there was no response');
          answer = response === null ? { response, error: reason } : { response, error: null };
        },
      },
    ],
  });
  return answer;
}
