// Finds the passwords of MQTT's CONNECT packets (3.1, 3.1.1 and 5.0), which are length-prefixed, in binary bodies and
// WebSocket messages.
import type { Range } from './command-lines.ts';

const NAMES = ['\0\x04MQTT', '\0\x06MQIsdp'];
const WILL = 0x04;
const PASSWORD = 0x40;
const USER = 0x80;

export function* mqttPasswords(text: string): Generator<Range, void, undefined> {
  for (const name of NAMES)
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
      const found = passwordBehind(text, at + name.length);
      if (found !== null) yield found;
    }
}

/** Reads the fields after the name of the protocol, in order. */
function passwordBehind(text: string, start: number): Range | null {
  const [level, flags] = [text.charCodeAt(start), text.charCodeAt(start + 1)];
  if (!(flags & PASSWORD)) return null;
  const isFive = level === 5;
  let at = behindProperties(text, start + 4, isFive);
  at = behindField(text, at);
  if (flags & WILL) at = behindField(text, behindField(text, behindProperties(text, at, isFive)));
  if (flags & USER) at = behindField(text, at);
  const end = behindField(text, at);
  return end > at + 2 && end <= text.length ? [at + 2, end] : null;
}

/** Returns the offset after a field that starts with a length of two bytes; NaN beyond the end of the text. */
function behindField(text: string, at: number): number {
  return at + 2 + text.charCodeAt(at) * 256 + text.charCodeAt(at + 1);
}

/** Returns the offset behind properties, whose length is written in groups of seven bits. */
function behindProperties(text: string, at: number, isThere: boolean): number {
  if (!isThere) return at;
  let [length, next] = [0, at];
  for (let shift = 0; shift < 28; shift += 7) {
    const code = text.charCodeAt(next++);
    length |= (code & 0x7f) << shift;
    if (code < 0x80) break;
  }
  return next + length;
}
