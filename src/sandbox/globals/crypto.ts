// AES for scripts. The host does the work, in functions on bytes that give no access to the machine.
import { createCipheriv, createDecipheriv, randomBytes, type CipherGCMTypes } from 'node:crypto';
import { HostError } from '../host-error.ts';
import type { HostFunction } from '../setup.ts';

const MODES: ReadonlySet<string> = new Set(['gcm', 'cbc', 'ctr', 'ecb']);
const KEY_BYTES: ReadonlySet<number> = new Set([16, 24, 32]);
const TAG_BYTES = 16;
const MAX_RANDOM_BYTES = 65_536;

export const CRYPTO_FUNCTIONS: Readonly<Record<string, HostFunction>> = {
  aesEncrypt: ({ text, bytes }) =>
    encrypt(algorithmOf(text(0), bytes(1)), bytes(1), bytes(2), bytes(3), bytes(4)),
  aesDecrypt: ({ text, bytes }) =>
    decrypt(algorithmOf(text(0), bytes(1)), bytes(1), bytes(2), bytes(3), bytes(4)),
  randomBytes: ({ text }) => random(Number(text(0))),
};

interface Algorithm {
  readonly name: string;
  readonly isGcm: boolean;
}

function algorithmOf(mode: string, key: Uint8Array): Algorithm {
  if (!MODES.has(mode))
    throw new HostError(
      `the AES mode ${JSON.stringify(mode.slice(0, 20))} is not known; there are ${[...MODES].join(', ')}`,
    );
  if (!KEY_BYTES.has(key.length)) throw new HostError(`an AES key has 16, 24 or 32 bytes, not ${key.length}`);
  return { name: `aes-${key.length * 8}-${mode}`, isGcm: mode === 'gcm' };
}

type Bytes = Uint8Array;

/** Returns the encrypted bytes, of GCM followed by the tag. */
function encrypt({ name, isGcm }: Algorithm, key: Bytes, iv: Bytes, data: Bytes, aad: Bytes): Bytes {
  return attempted(() => {
    if (!isGcm) {
      const cipher = createCipheriv(name, key, ivOf(name, iv));
      return Buffer.concat([cipher.update(data), cipher.final()]);
    }
    const cipher = createCipheriv(name as CipherGCMTypes, key, iv);
    if (aad.length > 0) cipher.setAAD(aad);
    return Buffer.concat([cipher.update(data), cipher.final(), cipher.getAuthTag()]);
  });
}

function decrypt({ name, isGcm }: Algorithm, key: Bytes, iv: Bytes, data: Bytes, aad: Bytes): Bytes {
  return attempted(() => {
    if (!isGcm) {
      const decipher = createDecipheriv(name, key, ivOf(name, iv));
      return Buffer.concat([decipher.update(data), decipher.final()]);
    }
    if (data.length < TAG_BYTES) throw new HostError('the data is shorter than its tag');
    const decipher = createDecipheriv(name as CipherGCMTypes, key, iv, { authTagLength: TAG_BYTES });
    const end = data.length - TAG_BYTES;
    decipher.setAuthTag(data.subarray(end));
    if (aad.length > 0) decipher.setAAD(aad);
    return Buffer.concat([decipher.update(data.subarray(0, end)), decipher.final()]);
  });
}

function ivOf(name: string, iv: Bytes): Bytes | null {
  return name.endsWith('-ecb') ? null : iv;
}

function attempted(run: () => Bytes): Bytes {
  try {
    return run();
  } catch (error) {
    throw new HostError(`AES: ${error instanceof Error ? error.message : 'it failed'}`);
  }
}

function random(count: number): Bytes {
  if (!(count >= 0 && count <= MAX_RANDOM_BYTES))
    throw new HostError(`at most ${MAX_RANDOM_BYTES} random bytes at a time`);
  return randomBytes(Math.floor(count));
}

/** The source of a function of `(web, host)` that defines the globals. */
export const CRYPTO = `(function (web, host) {
  'use strict';
  var text = String;
  function define(name, value) {
    Object.defineProperty(globalThis, name, { value: value, writable: true, configurable: true });
  }
  function bytes(value) { return value === undefined || value === null ? new ArrayBuffer(0) : web.buffer(value); }
  function ivSize(mode) { return mode === 'gcm' ? 12 : mode === 'ecb' ? 0 : 16; }
  function random(count) { return new Uint8Array(host.randomBytes(text(count))); }
  define('randomBytes', random);
  define('aes', Object.freeze({
    encrypt: function (mode, key, data, options) {
      var given = options || {}, iv = given.iv === undefined ? random(ivSize(mode)) : given.iv;
      var encrypted = host.aesEncrypt(text(mode), bytes(key), bytes(iv), bytes(data), bytes(given.aad));
      return { iv: new Uint8Array(bytes(iv)), data: new Uint8Array(encrypted) };
    },
    decrypt: function (mode, key, data, options) {
      var given = options || {};
      return new Uint8Array(host.aesDecrypt(text(mode), bytes(key), bytes(given.iv), bytes(data), bytes(given.aad)));
    },
  }));
})`;
