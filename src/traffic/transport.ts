// Tells how the messages of an exchange travel, and so how much of them others on the network can read.
import type { Flow } from '../flow/flow.ts';
import type { Transport } from '../secrets/message.ts';

export function transportOf({ target: { scheme, host } }: Flow): Transport {
  if (isLoopback(host)) return 'loopback';
  return scheme === 'https' ? 'encrypted' : 'plain';
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.') || host.endsWith('.localhost');
}
