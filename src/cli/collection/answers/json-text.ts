// JSON for readers: laid out over lines, and coloured on a terminal.
import { styleText, type InspectColor } from 'node:util';
import { printable } from '../../../base/printable.ts';

/** Characters of a text that is laid out; longer ones stay as they are. */
const MAX_CHARS = 8 * 1024 * 1024;

/** Returns the text over several lines; null for one that is no JSON, or is too long. */
export function laidOutJson(text: string): string | null {
  if (text.length > MAX_CHARS || !/^\s*[[{]/.test(text)) return null;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return null;
  }
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g;

/** Returns JSON for a terminal, which it cannot control. */
export function jsonForTerminal(json: string, colors: boolean): string {
  const lines = json.split('\n').map(printable).join('\n');
  if (!colors) return lines;
  return lines.replace(TOKEN, (token: string, text: string | undefined, colon: string | undefined) => {
    if (colon !== undefined) return `${painted('cyan', text!)}${colon}`;
    return painted(text === undefined ? 'yellow' : 'green', token);
  });
}

function painted(color: InspectColor, text: string): string {
  return styleText(color, text, { validateStream: false });
}
