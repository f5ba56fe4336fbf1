// Tells by the first bytes of a client whether it speaks JSON-RPC.
import { readRpc } from '../../codec/json-rpc/message.ts';

/** A first line that is longer decides nothing. */
const MAX_BYTES = 256 * 1024;

/**
 * Returns true when the bytes begin with a message, false when they do not, and null when more are needed to tell.
 */
export function speaksRpc(bytes: Buffer): boolean | null {
  const text = bytes.subarray(0, MAX_BYTES).toString();
  const start = text.trimStart();
  if (start === '') return bytes.length > MAX_BYTES ? false : null;
  if (!/^[{[]/.test(start)) return false;
  const end = start.indexOf('\n');
  if (end >= 0) return readRpc(start.slice(0, end)) !== null;
  return bytes.length > MAX_BYTES ? false : null;
}
