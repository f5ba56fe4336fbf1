// Frames that an HTTP/2 client can send, valid and invalid, and the reaction that RFC 9113 (and RFC 7541, RFC
// 8441) requires.
import { PREFACES } from './connection.ts';
import { FRAMES } from './framing.ts';
import { STREAMS } from './streams.ts';
import { KINDS } from './kinds.ts';
import { MESSAGES } from './messages.ts';
import { COMPRESSED } from './compression.ts';
import type { Case } from './kit.ts';

export type { Case, Expected } from './kit.ts';

/** Each case has a unique name in its section. */
export const CASES: readonly Case[] = [
  ...PREFACES,
  ...FRAMES,
  ...STREAMS,
  ...KINDS,
  ...MESSAGES,
  ...COMPRESSED,
];
