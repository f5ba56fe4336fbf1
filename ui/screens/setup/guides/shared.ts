// Steps that several guides share.
import {
  addToAnchors,
  addToKeychain,
  addToUserStore,
  ANCHOR_FOLDERS,
  commandLine,
} from '../../../../src/base/trust-places.ts';
import { locationFragment } from '../../../state/location.ts';
import type { Facts } from '../model/facts.ts';
import type { Step, StepPart } from './contract.ts';

/** Returns a command as a part of a step, with an optional label above it. */
export function command(text: string, label?: string): StepPart {
  return { type: 'command', text, ...(label !== undefined && { label }) };
}

/** Returns the command that performs the steps of a guide, with the port in use. */
export function setupCommand({ port }: Facts, target: string): string {
  return `proxyctl setup ${target} --port ${port}`;
}

/** Returns the last step of every guide: without it, HTTPS passes undecrypted. */
export function chooseHosts({ isDecrypting }: Facts): Step {
  return {
    title: 'Choose what is decrypted',
    text: isDecrypting
      ? 'SSL proxying has entries. Hosts that it does not list pass without being read.'
      : 'SSL proxying is empty: HTTPS passes without being read until you list hosts or apps.',
    isDone: isDecrypting,
    parts: [{ type: 'link', href: locationFragment('settings', { page: 'ssl' }), title: 'SSL proxying' }],
  };
}

/** Returns the commands that make this computer trust the root certificate. */
export function trustCommands({ platform, certificatePath: path }: Facts): readonly StepPart[] {
  switch (platform) {
    case 'mac':
      return [command(commandLine(addToKeychain(path)))];
    case 'windows':
      return [command(commandLine(addToUserStore(path), true))];
    case 'linux':
      return ANCHOR_FOLDERS.map((folder) => command(commandLine(addToAnchors(folder, path)), folder.systems));
  }
}
