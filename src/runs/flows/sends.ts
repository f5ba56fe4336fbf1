// The requests named by the steps of a flow.
import { UserError } from '../../base/errors.ts';
import { didYouMean } from '../../base/did-you-mean.ts';
import { requestNamed } from '../../collections/edit/items.ts';
import { requestsOf, type Collection } from '../../collections/model/collection.ts';
import type { ClientFlow, FlowStep } from '../../collections/model/flow.ts';
import { stepsOf, type Step } from '../runner/steps.ts';

type SendStep = Extract<FlowStep, { readonly type: 'send' }>;

/** A request as a flow sends it. */
export interface FlowSend {
  readonly collection: Collection;
  readonly step: Step;
}

/** Returns the requests by step. Throws a UserError that names the step when a request does not exist. */
export function sendsOf(
  { steps, name }: ClientFlow,
  collections: readonly Collection[],
): ReadonlyMap<SendStep, FlowSend> {
  const sends = new Map<SendStep, FlowSend>();
  for (const { step, number } of numberedSteps(steps)) {
    if (step.type !== 'send') continue;
    try {
      sends.set(step, sendOf(step, collections));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      throw new UserError('NOT_FOUND', `the flow ${name}, step ${number}: ${error.message}`, {
        cause: error,
      });
    }
  }
  return sends;
}

function sendOf({ collection, request }: SendStep, collections: readonly Collection[]): FlowSend {
  const asked = collections.filter(
    ({ id, name }) => collection === '' || id === collection || name === collection,
  );
  if (asked.length === 0) {
    const hint = didYouMean(
      collection,
      collections.map(({ name }) => name),
      'the workspace has none',
    );
    throw new UserError('NOT_FOUND', `there is no collection ${JSON.stringify(collection)}: ${hint}`);
  }
  const holders = asked.filter(({ items }) =>
    [...requestsOf(items)].some(({ request: { id, name } }) => id === request || name === request),
  );
  if (holders.length > 1)
    throw new UserError(
      'CONFLICT',
      `${JSON.stringify(request)} is in the collections ${holders.map(({ name }) => name).join(' and ')}: name one with "collection"`,
    );
  // A path of folders and a name, or an error that suggests the nearest name.
  const [holder = asked[0]!] = holders;
  const { id } = requestNamed(holder, request).item.request;
  return { collection: holder, step: stepsOf(holder, [id])[0]! };
}

export interface NumberedStep {
  readonly step: FlowStep;
  /** Such as `2` or `3.then.1`, counted from 1. */
  readonly number: string;
}

/** Yields all steps with their numbers. The steps inside a condition or loop follow it. */
export function* numberedSteps(
  steps: readonly FlowStep[],
  prefix = '',
): Generator<NumberedStep, void, undefined> {
  for (const [at, step] of steps.entries()) {
    const number = `${prefix}${at + 1}`;
    yield { step, number };
    if (step.type === 'condition') {
      yield* numberedSteps(step.then, `${number}.then.`);
      yield* numberedSteps(step.else, `${number}.else.`);
    } else if (step.type === 'loop') yield* numberedSteps(step.steps, `${number}.steps.`);
  }
}
