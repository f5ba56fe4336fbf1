// Makes untrusted text safe to print, so that it cannot control the terminal.

/** Escapes control characters, and characters that reorder text on the screen. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
}

const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

function escaped(character: string): string {
  const code = character.charCodeAt(0).toString(16);
  return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
}

/** Renders a size as `512B`, `1.2kB` or `34MB`: in powers of 1,000, with at least two digits. */
export function byteSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const scaled = bytes / 1000 ** power;
  return `${power > 0 && scaled < 9.95 ? scaled.toFixed(1) : Math.round(scaled)}${UNITS[power] ?? ''}`;
}

const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/** Renders milliseconds for people, such as `12ms`, `1.23s` and `150s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`;
  return ms < 100_000 ? `${(ms / 1000).toFixed(2)}s` : `${Math.round(ms / 1000)}s`;
}
