// Makes Firefox itself add our root to the certificate store of a profile, over its remote protocol, Marionette. A
// message is its length in decimal, a colon, and JSON: [0, id, command, parameters] or [1, id, error, result].
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { messageOf, UserError } from '../../base/errors.ts';
import type { BrowserPlan } from './contract.ts';

/** The environment that makes a release build of Firefox honour the preference `services.settings.server`. */
export const FIREFOX_ENV = { MOZ_REMOTE_SETTINGS_DEVTOOLS: '1' };

/** Milliseconds in which Firefox must have started, and ended. */
const PATIENCE_MS = 60_000;

/** Adds the root. Rejects with an Error when Firefox cannot be started or refuses the certificate. */
export async function trustInFirefox({ program, profile, caPem }: BrowserPlan): Promise<void> {
  const args = [
    '--headless',
    '--no-remote',
    '--profile',
    profile,
    '--marionette',
    '--remote-allow-system-access',
  ];
  const child = spawn(program, args, {
    stdio: 'ignore',
    env: { ...process.env, ...FIREFOX_ENV, MOZ_MARIONETTE_PREF_STATE: '' },
  });
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  try {
    const port = await Promise.race([marionettePort(profile), ended.then(() => null)]);
    if (port === null) throw new Error('it ended at once');
    const marionette = await Marionette.connect(port);
    await marionette.send('WebDriver:NewSession', {});
    await marionette.send('Marionette:SetContext', { value: 'chrome' });
    await marionette.send('WebDriver:ExecuteScript', { script: ADD, args: [base64(caPem)] });
    await marionette.send('Marionette:Quit', { flags: ['eForceQuit'] });
    marionette.close();
    await ended;
  } catch (cause) {
    child.kill('SIGKILL');
    const reason = messageOf(cause);
    throw new UserError(
      'UNAVAILABLE',
      `Firefox cannot be made to trust the root certificate (${reason}): install certutil, of the package libnss3-tools or nss-tools`,
      { cause },
    );
  } finally {
    clearTimeout(timer);
    await rm(join(profile, PORT_FILE), { force: true });
  }
}

/** Trusted as an authority of web servers. */
const ADD =
  'Cc["@mozilla.org/security/x509certdb;1"].getService(Ci.nsIX509CertDB).addCertFromBase64(arguments[0], "C,,");';

const PORT_FILE = 'MarionetteActivePort';

/** Firefox writes the port into its profile. */
async function marionettePort(profile: string): Promise<number> {
  for (;;) {
    const text = await readFile(join(profile, PORT_FILE), 'utf8').catch(() => '');
    if (/^\d+$/.test(text)) return Number(text);
    await wait(50);
  }
}

function base64(pem: string): string {
  return pem.replaceAll(/-----[^-]+-----|\s/g, '');
}

class Marionette {
  readonly #socket: net.Socket;
  #received = Buffer.alloc(0);
  #id = 0;

  private constructor(socket: net.Socket) {
    this.#socket = socket;
  }

  static async connect(port: number): Promise<Marionette> {
    const socket = net.connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const marionette = new Marionette(socket);
    await marionette.#message();
    return marionette;
  }

  /** Resolves when the command has been carried out. Rejects with its error. */
  async send(command: string, parameters: object): Promise<void> {
    const text = JSON.stringify([0, (this.#id += 1), command, parameters]);
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error] = (await this.#message()) as [number, number, { readonly message?: string } | null];
    if (error !== null) throw new Error(error.message ?? 'its remote protocol failed');
  }

  close(): void {
    this.#socket.destroy();
  }

  async #message(): Promise<unknown> {
    for (;;) {
      const colon = this.#received.indexOf(':');
      const end = colon < 0 ? Infinity : colon + 1 + Number(this.#received.toString('latin1', 0, colon));
      if (this.#received.length >= end) {
        const text = this.#received.toString('utf8', colon + 1, end);
        this.#received = this.#received.subarray(end);
        return JSON.parse(text);
      }
      const [bytes] = (await once(this.#socket, 'data')) as [Buffer];
      this.#received = Buffer.concat([this.#received, bytes]);
    }
  }
}
