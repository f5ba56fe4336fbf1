// The protocol of `http` requests: HTTP/1.1 and HTTP/2.
import { z } from 'zod';
import { defineProtocol } from './contract.ts';
import { sendHttp } from './shared/send-http.ts';

export const http = defineProtocol({ type: 'http', schema: z.unknown(), send: sendHttp });
