// What a client of HTTP/2 can send, right and wrong, and what RFC 9113 (and RFC 7541, RFC 8441) asks for in return.
import { PREFACES } from './connection.ts';
import { FRAMES } from './framing.ts';
import { STREAMS } from './streams.ts';
import { KINDS } from './kinds.ts';
import { MESSAGES } from './messages.ts';
import { COMPRESSED } from './compression.ts';
import type { Case } from './kit.ts';

export type { Case, Expected } from './kit.ts';

/** Each has a name of its own in its section. */
export const CASES: readonly Case[] = [
  ...PREFACES,
  ...FRAMES,
  ...STREAMS,
  ...KINDS,
  ...MESSAGES,
  ...COMPRESSED,
];
