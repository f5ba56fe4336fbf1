// The heads of recorded messages. They are what the same messages have over HTTP, as far as that means something on a
// pipe: POST, a status, a media type; and who sent the request.
import type { RpcCall } from '../../codec/json-rpc/message.ts';
import { opposite, type Direction } from './contract.ts';

export const VERSION = 'JSON-RPC/2.0';
const JSON_TYPE = 'application/json';
const LINES_TYPE = 'application/x-ndjson';
const MAX_PATH = 1000;

/** Returns the path of a call: its method, then the tool, the prompt or the resource that it names. */
export function pathOf({ method, subject }: Pick<RpcCall, 'method' | 'subject'>): string {
  const path = subject === null ? `/${method}` : `/${method}/${subject}`;
  // What may not be in a path, and what would end it.
  return path
    .slice(0, MAX_PATH)
    .toWellFormed()
    .replace(/[^\w!$&'()*+,\-./:;=@~]+/g, encodeURIComponent);
}

export function requestHead(path: string, direction: Direction): string {
  return `POST ${path} ${VERSION}\r\nContent-Type: ${JSON_TYPE}\r\n${senderLine(direction)}\r\n`;
}

/**
 * Returns the head of the answer to a request of `direction`. `hasProgress`: reports of progress come before the result,
 * each on its line.
 */
export function responseHead(direction: Direction, hasProgress: boolean): string {
  const type = hasProgress ? LINES_TYPE : JSON_TYPE;
  return `${VERSION} 200 OK\r\nContent-Type: ${type}\r\n${senderLine(opposite(direction))}\r\n`;
}

function senderLine(direction: Direction): string {
  return `MCP-Sender: ${direction === 'sent' ? 'client' : 'server'}\r\n`;
}

/** The answer to what needs none, as the transport over HTTP has it. */
export const ACCEPTED_HEAD = `${VERSION} 202 Accepted\r\n\r\n`;
