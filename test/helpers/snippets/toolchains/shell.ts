// Formats for a shell, and the raw message, which is sent on a socket.
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { rfc3986, upperHex, withoutDots, withoutPlainEscapes } from '../targets.ts';
import { runEach, writeAll, type Toolchain } from '../toolchain.ts';

const runBash: Toolchain['run'] = async (snippets, setup) => runEach('bash', 'run.sh', snippets, setup);

const isUtf8 = (bytes: string): boolean =>
  Buffer.from(Buffer.from(bytes, 'latin1').toString()).toString('latin1') === bytes;

/** Invalid UTF-8, each byte taken for a character and written in UTF-8. */
export const inUtf8 = (bytes: string): string =>
  isUtf8(bytes) ? bytes : Buffer.from(bytes).toString('latin1');

export const curl: Toolchain = {
  id: 'curl',
  by: 'curl',
  programs: ['bash', 'curl'],
  version: ['curl', '--version'],
  limits: { sendsCaptured: true },
  run: runBash,
};

export const wget: Toolchain = {
  id: 'wget',
  by: 'wget',
  programs: ['bash', 'wget'],
  version: ['wget', '--version'],
  limits: {
    target: (target) => withoutDots(rfc3986(target), /^\.\.?$/),
    method: (method) => method.toUpperCase(),
    joins: true,
    adds: ['accept', 'content-type'],
  },
  // In a locale without UTF-8 it has most to get wrong.
  run: async (snippets, setup) => runEach('bash', 'run.sh', snippets, setup, { LC_ALL: 'C' }),
};

export const httpie: Toolchain = {
  id: 'httpie',
  by: 'HTTPie',
  programs: ['bash', 'http'],
  isSlow: true,
  version: ['http', '--version'],
  limits: {
    target: (target) => {
      const [, path = '', query = ''] = /^([^?]*)(\?.+)?/.exec(rfc3986(target)) ?? [];
      return upperHex(path + withoutPlainEscapes(query));
    },
    method: (method) => (/^[a-z]+$/i.test(method) ? method.toUpperCase() : 'GET'),
    // A backslash before a special character is lost.
    value: (value) =>
      inUtf8(value.replace(/\\([^])/g, (pair, next) => (':;=@'.includes(next) ? next : pair))),
    adds: ['user-agent'],
  },
  run: async (snippets, setup) => {
    // Otherwise it starts a process that checks for updates of HTTPie.
    const config = '{"disable_update_warnings": true}';
    await writeAll(setup.folder, [config], () => 'httpie/config.json');
    const env = { HTTPIE_CONFIG_DIR: join(setup.folder, 'httpie') };
    return runEach('bash', 'run.sh', snippets, setup, env);
  },
};

export const http: Toolchain = {
  id: 'http',
  by: 'a socket of Node',
  programs: [],
  version: ['node', '--version'],
  limits: { target: inUtf8, value: inUtf8 },
  run: async (snippets, { port }) => {
    for (const snippet of snippets) {
      const socket = connect(port, '127.0.0.1');
      socket.end(snippet);
      socket.resume();
      await once(socket, 'close');
    }
    return '';
  },
};
