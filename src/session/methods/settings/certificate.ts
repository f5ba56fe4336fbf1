// Returns the root certificate, which programs must trust for their HTTPS to be decrypted.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { noParams } from '../fields.ts';

export const certificate = defineMethod({
  name: 'certificate',
  summary: 'Returns the root certificate: name, file, PEM, and whether the operating system trusts it',
  effect: 'read',
  faces: EVERYWHERE,
  params: noParams,
  result: z.strictObject({ name: z.string(), path: z.string(), trusted: z.boolean(), pem: z.string() }),
  async run({ engine, certificateTrusted }) {
    const { name, certPath, certPem } = engine.ca;
    return { name, path: certPath, trusted: await certificateTrusted(), pem: certPem };
  },
});
