// Waiting for the results of a subscription.
import type { z } from 'zod';
import type { graphql as schema } from '../../../collections/model/protocol-fields.ts';
import type { ProtocolRequest } from '../contract.ts';
import type { Conversation } from '../shared/conversation.ts';

export type GraphqlRequest = ProtocolRequest<z.output<typeof schema>>;

/** Names of messages: a result, and the errors of an operation that was refused. */
export const NEXT = 'next';
export const ERROR = 'error';

/** Resolves when enough results have arrived, the server ends the subscription, or the request times out. */
export async function awaitResults(
  { fields: { until, listenMs } }: GraphqlRequest,
  conversation: Conversation,
): Promise<void> {
  const isEnough = (): boolean =>
    until > 0 && conversation.messages.filter(({ name }) => name === NEXT).length >= until;
  await conversation.stay(listenMs, isEnough);
}
