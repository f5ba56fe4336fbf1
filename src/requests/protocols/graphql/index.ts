// The protocol of `graphql` requests: queries and mutations over HTTP, subscriptions over WebSocket or server-sent events.
import { graphqlOperations, graphqlTokens } from '../../../codec/graphql.ts';
import type { Body } from '../../../collections/model/body.ts';
import { graphql as schema } from '../../../collections/model/protocol-fields.ts';
import { defineProtocol } from '../contract.ts';
import { graphqlText } from '../../http/body.ts';
import { sendHttp } from '../shared/send-http.ts';

export const graphql = defineProtocol({
  type: 'graphql',
  schema,
  async send(request, context) {
    const { body, fields } = request;
    if (body.type !== 'graphql' || !isSubscription(body)) return sendHttp(request, context);
    const operation = graphqlText(body);
    if (fields.transport === 'sse')
      return (await import('./event-subscription.ts')).subscribeByEvents(request, operation, context);
    return (await import('./socket-subscription.ts')).subscribeBySocket(request, operation, context);
  },
});

const MAX_TOKENS = 100_000;

/** True when the operation that would be executed is a subscription. */
function isSubscription(body: Extract<Body, { readonly type: 'graphql' }>): boolean {
  if (!body.query.includes('subscription')) return false;
  const operations = graphqlOperations(graphqlTokens(body.query, MAX_TOKENS).tokens);
  const chosen = operations.filter(({ name }) => body.operationName === '' || name === body.operationName);
  return chosen.length > 0 && chosen.every(({ type }) => type === 'subscription');
}
