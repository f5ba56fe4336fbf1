// Basic authentication (RFC 7617).
import { defineAuth } from './contract.ts';
import { withHeader } from './shared/signable-request.ts';

export const basic = defineAuth({
  type: 'basic',
  apply: ({ username, password }, request) =>
    Promise.resolve(
      withHeader(
        request,
        'Authorization',
        `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      ),
    ),
});
