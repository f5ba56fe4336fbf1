// Trust of this machine: certificates of servers that sends accept, and client certificates for servers that ask for
// one.
import { z } from 'zod';
import { asError, ParameterError, UserError } from '../../../base/errors.ts';
import { formatAuthority, readAuthority } from '../../../codec/http1/target.ts';
import { clientCertificate } from '../../settings/schema.ts';
import { hostPattern, portNumber } from '../../settings/fields.ts';
import { MASK } from '../../settings/secrets.ts';
import type { CertificateDetail } from '../../../flow/certificates.ts';
import type { AppContext } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { flag } from '../fields.ts';
import { fingerprint } from './live-fields.ts';

const SCOPE = '"host" or "authority"';
const HOST = 'a host, such as shop.example.com';

const server = {
  host: z.string(HOST).trim().toLowerCase().min(1, HOST).max(255, HOST),
  port: portNumber(1),
} as const;
const SERVER = 'a server such as api.example.com or 10.0.0.1:8443';
const serverName = z
  .string(SERVER)
  .trim()
  .max(255, SERVER)
  .transform((text, context) => {
    const named = readAuthority(text.replace(/^https:\/\//, '').replace(/\/.*$/s, ''), 443);
    if (named === null) context.addIssue(SERVER);
    return named ?? { host: '', port: 0 };
  });
const notSaved = z.string().nullable().describe('The reason why only the memory of the app has them');
const saved = z.strictObject({ notSaved });

export const trustCertificate = defineMethod({
  name: 'client.trust_certificate',
  summary: 'Trusts a certificate that a server has shown to a send: for this server, or as an authority',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    ...server,
    fingerprint,
    for: z
      .enum(['host', 'authority'], SCOPE)
      .describe('Of a host, the fingerprint is that of its own certificate'),
  }),
  result: saved,
  async run({ clientState: { machine } }: AppContext, given) {
    await machine.servers.trust(given);
    return { notSaved: machine.servers.error };
  },
});

export const trustedCertificates = defineMethod({
  name: 'client.trusted_certificates',
  summary: 'Lists the certificates that sends of this workspace trust on this machine',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({}),
  result: z.strictObject({
    certificates: z.array(
      z.strictObject({
        host: z.string().describe('The server that has shown it'),
        port: z.number(),
        for: z.enum(['host', 'authority']),
        fingerprint: z.string(),
        subject: z.string(),
        issuer: z.string(),
        validUntil: z.string().describe('ISO 8601'),
        trustedAt: z.number().describe('Epoch milliseconds'),
      }),
    ),
    notSaved,
  }),
  async run({ clientState: { machine } }: AppContext) {
    const { chainDetail } = await import('../../../flow/certificates.ts');
    const all = await machine.servers.all();
    const certificates = all.map(({ pem, ...trusted }) => {
      const [{ subject, issuer, validUntil }] = chainDetail([derOf(pem)]) as [CertificateDetail];
      return { ...trusted, subject, issuer, validUntil };
    });
    return { certificates, notSaved: machine.servers.error };
  },
});

export const distrustCertificate = defineMethod({
  name: 'client.distrust_certificate',
  summary: 'Trusts a certificate no longer, as it is listed',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ ...server, fingerprint }),
  result: saved.extend({ distrusted: z.boolean() }),
  async run({ clientState: { machine } }: AppContext, given) {
    const distrusted = await machine.servers.distrust(given);
    return { distrusted, notSaved: machine.servers.error };
  },
});

export const clientCertificates = defineMethod({
  name: 'client.client_certificates',
  summary: 'Lists the client certificates of this machine for sends of this workspace',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({}),
  result: z.strictObject({
    certificates: z.array(
      z.strictObject({
        host: z.string(),
        certPath: z.string(),
        keyPath: z.string().nullable(),
        passphrase: z.string().describe('A mask; empty for none'),
        enabled: z.boolean().describe('False for one that is not shown'),
        lastShown: z.number().nullable().describe('Epoch milliseconds; null for never'),
        facts: z
          .strictObject({ subject: z.string(), validUntil: z.string().describe('ISO 8601') })
          .nullable()
          .describe('Null for PKCS #12'),
        problem: z.string().nullable().describe('The reason why its files cannot be used now'),
      }),
    ),
    notSaved,
  }),
  async run({ clientState: { machine } }: AppContext) {
    const { factsOf, problemOf } = await import('../../live/client-certificates.ts');
    const all = await machine.clients.all();
    const certificates = await Promise.all(
      all.map(async ({ passphrase, ...certificate }) => ({
        ...certificate,
        passphrase: passphrase === '' ? '' : MASK,
        facts: await factsOf(certificate.certPath),
        problem: problemOf({ ...certificate, passphrase })?.message ?? null,
      })),
    );
    return { certificates, notSaved: machine.clients.error };
  },
});

export const setClientCertificate = defineMethod({
  name: 'client.set_client_certificate',
  summary: 'Sets the client certificate for the servers that match a host; its files are read at each send',
  effect: 'write',
  faces: UI_ONLY,
  params: clientCertificate,
  result: saved,
  async run({ workspace, clientState: { machine } }: AppContext, { host, certPath, keyPath, passphrase }) {
    const before = (await machine.clients.all()).find((each) => each.host === host);
    if (passphrase === MASK && before === undefined)
      throw new ParameterError('the mask stands for no passphrase: give the passphrase itself', {
        field: 'passphrase',
      });
    await machine.clients.set({
      host,
      certPath: workspace.allowedPath(certPath, 'read'),
      keyPath: keyPath === null ? null : workspace.allowedPath(keyPath, 'read'),
      passphrase: passphrase === MASK ? before!.passphrase : passphrase,
      enabled: before?.enabled ?? true,
    });
    return { notSaved: machine.clients.error };
  },
});

export const enableClientCertificate = defineMethod({
  name: 'client.enable_client_certificate',
  summary: 'Shows the client certificate of a host from now on, or no longer',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ host: hostPattern, enabled: flag }),
  result: saved.extend({ changed: z.boolean() }),
  async run({ clientState: { machine } }: AppContext, { host, enabled }) {
    const changed = await machine.clients.enable(host, enabled);
    return { changed, notSaved: machine.clients.error };
  },
});

export const tryClientCertificate = defineMethod({
  name: 'client.try_client_certificate',
  summary:
    'Shows the client certificate of a host pattern to a server, to find out whether the server takes it',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    host: hostPattern.describe('The pattern of the certificate'),
    server: serverName,
  }),
  result: z.strictObject({
    asked: z.boolean().describe('False where the server did not ask for a certificate'),
    refused: z.string().nullable().describe('The reason why the server did not go on; null where it did'),
    ms: z.number(),
  }),
  async run({ clientState: { machine } }: AppContext, { host, server: given }) {
    const certificate = (await machine.clients.all()).find((each) => each.host === host);
    if (certificate === undefined)
      throw new ParameterError(`there is no client certificate for ${host}`, { field: 'host' });
    const [{ connectError, senderAdvice }, { trustByHost }, { tryCertificate }] = await Promise.all([
      import('../../../net/connect-error.ts'),
      import('../../../net/trust.ts'),
      import('../../../net/try-certificate.ts'),
    ]);
    const { context } = trustByHost([{ ...certificate, host: '*' }], [])(given.host);
    const tried = await tryCertificate(given, context).catch((error: unknown) => {
      const { message } = connectError(
        asError(error),
        formatAuthority(given.host, given.port),
        false,
        senderAdvice,
      );
      throw new UserError('UNAVAILABLE', message, { cause: error });
    });
    if (tried.asked) await machine.clients.noteShown(host);
    return tried;
  },
});

export const deleteClientCertificate = defineMethod({
  name: 'client.delete_client_certificate',
  summary: 'Deletes the client certificate of a host; its files stay',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ host: hostPattern }),
  result: saved.extend({ deleted: z.boolean() }),
  async run({ clientState: { machine } }: AppContext, { host }) {
    const deleted = await machine.clients.delete(host);
    return { deleted, notSaved: machine.clients.error };
  },
});

function derOf(pem: string): Buffer {
  return Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');
}
