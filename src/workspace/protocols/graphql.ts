// The protocol of `graphql` requests: queries and mutations over HTTP.
import { z } from 'zod';
import { UserError } from '../../base/errors.ts';
import { graphqlOperations, graphqlTokens } from '../../codec/graphql.ts';
import type { Body } from '../model/body.ts';
import { defineProtocol } from './contract.ts';
import { sendHttp } from './http/index.ts';

export const graphql = defineProtocol({
  type: 'graphql',
  schema: z.unknown(),
  send: (request, context) => {
    if (isSubscription(request.body))
      throw new UserError(
        'UNSUPPORTED',
        'it is a GraphQL subscription, which is not sent: send it as a request of the type websocket, in the subprotocol graphql-transport-ws',
      );
    return sendHttp(request, context);
  },
});

const MAX_TOKENS = 100_000;

/** True when the operation that would be executed is a subscription. */
function isSubscription(body: Body): boolean {
  if (body.type !== 'graphql' || !body.query.includes('subscription')) return false;
  const operations = graphqlOperations(graphqlTokens(body.query, MAX_TOKENS).tokens);
  const chosen = operations.filter(({ name }) => body.operationName === '' || name === body.operationName);
  return chosen.length > 0 && chosen.every(({ type }) => type === 'subscription');
}
