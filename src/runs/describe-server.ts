// Asks the server of a request what it offers, with the URL, headers, authorization, variables and pre-request scripts
// of the request.
import { changeItem, requestNamed } from '../collections/edit/items.ts';
import type { Answer } from '../requests/descriptions/contract.ts';
import { describerOf } from '../requests/descriptions/index.ts';
import type { ServerDescription } from '../requests/descriptions/shapes.ts';
import type { SavedRequest } from '../collections/model/request.ts';
import type { RunOptions } from './runner/options.ts';
import { runCollection } from './runner/run.ts';

/** `id`: of the request in the collection. Rejects with a UserError that says why there is no description. */
export async function describeServer(
  options: Omit<RunOptions, 'only' | 'reporters' | 'data'>,
  id: string,
): Promise<ServerDescription> {
  const { request } = requestNamed(options.collection, id).item;
  const describer = await describerOf(request);
  const answers: Answer[] = [];
  for (const question of describer.questions(request)) answers.push(await ask(options, question));
  return describer.read(answers, request);
}

async function ask(
  options: Omit<RunOptions, 'only' | 'reporters' | 'data'>,
  question: SavedRequest,
): Promise<Answer> {
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
