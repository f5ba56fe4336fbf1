// Shared by the traffic commands: a client of the running proxy, and JSON output.
import { dataFolder } from '../base/data-folder.ts';
import { defaultPort } from '../base/default-port.ts';
import { controlClient, type ControlClient } from '../control/client.ts';
import { savedPort } from '../control/saved-port.ts';
import { portNumber } from './options.ts';

/** Returns a client of the proxy. The port is `option` if given, else the port saved by the app, else the default. */
export async function trafficClient(port: string | undefined, option = '--port'): Promise<ControlClient> {
  const asked = port === undefined ? null : portNumber(option, port);
  const home = dataFolder();
  return controlClient(home, asked ?? (await savedPort(home)) ?? defaultPort, (text) =>
    process.stderr.write(`${text}\n`),
  );
}

/**
 * Prints `value` as indented JSON. Characters that a terminal might interpret or reorder are escaped, which does not
 * change the value.
 */
export function printJson(value: unknown): void {
  const text = JSON.stringify(value, null, 2).replace(STEERING, escaped);
  process.stdout.write(`${text}\n`);
}

const STEERING = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
