// The standard streams of this process, where another program holds their other ends.
import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import { isInputOwn } from './input-readers.ts';
import type { RelayStreams } from './relay.ts';

const INPUT = 0;
const OUTPUT = 1;

/**
 * True when standard input and standard output are pipes of this process alone, as they are for a program that an MCP
 * client starts.
 */
export function isPiped(): boolean {
  return isPipe(INPUT) && isPipe(OUTPUT) && isInputOwn();
}

export function standardStreams(): RelayStreams {
  return { input: process.stdin, output: output(), errors: process.stderr };
}

/**
 * Node.js writes to pipes of its own output synchronously, which would stop both directions when the client does not read.
 */
function output(): Socket | NodeJS.WriteStream {
  return process.platform === 'win32' || !isPipe(OUTPUT)
    ? process.stdout
    : new Socket({ fd: OUTPUT, readable: false, writable: true });
}

function isPipe(descriptor: number): boolean {
  try {
    const stat = fstatSync(descriptor);
    return stat.isFIFO() || stat.isSocket();
  } catch {
    return false;
  }
}
