// Bearer tokens (RFC 6750).
import { defineAuth } from './contract.ts';
import { withHeader } from './shared/signable-request.ts';

export const bearer = defineAuth({
  type: 'bearer',
  apply: ({ token }, request) =>
    Promise.resolve(token === '' ? request : withHeader(request, 'Authorization', `Bearer ${token}`)),
});
