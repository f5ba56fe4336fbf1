// Describes this computer to devices and programs that send their traffic here.
import { X509Certificate } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { noParams } from '../fields.ts';
import { CLIENT_TARGETS } from './start-client.ts';

type Platform = 'mac' | 'windows' | 'linux';

const PLATFORMS: Readonly<Partial<Record<NodeJS.Platform, Platform>>> = { darwin: 'mac', win32: 'windows' };
const LINUX: Platform = 'linux';

export const machine = defineMethod({
  name: 'ui.machine',
  summary: 'Returns the addresses of this computer, its operating system, and facts of the root certificate',
  effect: 'read',
  faces: UI_ONLY,
  params: noParams,
  result: z.strictObject({
    /** By which other devices reach it, IPv4 first. */
    addresses: z.array(z.string()).readonly(),
    platform: z.enum(['mac', 'windows', 'linux']),
    /** The programs that `ui.start_client` can start here. */
    startable: z.array(z.strictObject({ target: z.enum(CLIENT_TARGETS), program: z.string() })).readonly(),
    /** The folder to offer for recordings. */
    recordings: z.string(),
    certificate: z.strictObject({
      /** SHA-256, in pairs of digits with colons. */
      fingerprint: z.string(),
      validFrom: z.string(),
      validUntil: z.string(),
      /** SHA-256 of its public key in base64, for options of Chromium. */
      keyHash: z.string(),
    }),
  }),
  async run({ engine, clients }) {
    const { keyHash } = await import('../../../certs/key-hash.ts');
    const { fingerprint256, validFromDate, validToDate } = new X509Certificate(engine.ca.certPem);
    return {
      addresses: engine.deviceAddresses,
      platform: PLATFORMS[process.platform] ?? LINUX,
      startable: clients?.available() ?? [],
      recordings: join(homedir(), 'Traffic Proxy recordings'),
      certificate: {
        fingerprint: fingerprint256,
        validFrom: validFromDate.toISOString(),
        validUntil: validToDate.toISOString(),
        keyHash: keyHash(engine.ca.certPem),
      },
    };
  },
});
