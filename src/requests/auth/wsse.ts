// WSSE UsernameToken in a header, as Bruno sends it: the digest is the base64 of hexadecimal digits.
import { createHash } from 'node:crypto';
import { defineAuth } from './contract.ts';
import { quotedString, requireFields, requirePrintable } from './shared/fields.ts';
import { withHeader } from './shared/signable-request.ts';

const NONCE_BYTES = 16;

export const wsse = defineAuth({
  type: 'wsse',
  apply: ({ username, password }, request, context) =>
    Promise.resolve().then(() => {
      requireFields('wsse', { username });
      requirePrintable('wsse', { username });
      const created = new Date(context.now()).toISOString();
      const nonce = context.random(NONCE_BYTES).toString('hex');
      const hash = createHash('sha1').update(`${nonce}${created}${password}`).digest('hex');
      const digest = Buffer.from(hash, 'latin1').toString('base64');
      const fields = { Username: username, PasswordDigest: digest, Nonce: nonce, Created: created };
      const written = Object.entries(fields).map(([name, value]) => `${name}=${quotedString(value)}`);
      return withHeader(request, 'X-WSSE', `UsernameToken ${written.join(', ')}`);
    }),
});
