// The protocol of `graphql` requests: queries and mutations over HTTP.
import { z } from 'zod';
import { defineProtocol } from './contract.ts';
import { sendHttp } from './http/index.ts';

export const graphql = defineProtocol({ type: 'graphql', schema: z.unknown(), send: sendHttp });
