// The content of a close frame (RFC 6455 sections 5.5.1 and 7.4): a code and a reason, or nothing.
import { isUtf8 } from 'node:buffer';
import { frameViolation, type FrameViolation } from './frame.ts';

/** Returns the violation in a close payload; null when the payload is valid. */
export function closeViolation(payload: Buffer): FrameViolation | null {
  if (payload.length === 0) return null;
  if (payload.length === 1) return frameViolation('close', 'a close frame holds one byte (RFC 6455 5.5.1)');
  const code = payload.readUInt16BE(0);
  if (!isCloseCode(code))
    return frameViolation('close', `${code} may not be sent as a close code (RFC 6455 7.4)`);
  if (!isUtf8(payload.subarray(2)))
    return frameViolation('close', 'the reason of a close frame is not UTF-8 (RFC 6455 5.5.1)');
  return null;
}

/** Renders `code reason`, `code`, or an empty text. */
export function closeText(payload: Buffer): string {
  if (payload.length < 2) return '';
  return `${payload.readUInt16BE(0)} ${payload.toString('utf8', 2)}`.trimEnd();
}

/** Encodes a close payload; `reason` is truncated to the size of a control frame. */
export function closePayload(code: number, reason: string): Buffer {
  const text = Buffer.from(reason);
  let length = Math.min(text.length, 123);
  while (length < text.length && (text[length]! & 0xc0) === 0x80) length -= 1;
  const payload = Buffer.alloc(2 + length);
  payload.writeUInt16BE(code, 0);
  text.copy(payload, 2, 0, length);
  return payload;
}

/** True for a code that may be sent: registered ones, and those of libraries, frameworks and applications. */
function isCloseCode(code: number): boolean {
  if (code >= 3000) return code < 5000;
  // 1004 is reserved; 1005, 1006 and 1015 are for use inside programs and never go on the wire.
  return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014);
}
