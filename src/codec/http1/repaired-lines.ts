// Repairs invalid field lines of a response that have only one possible meaning.
import { isToken, trimmed } from '../../base/http-syntax.ts';
import { printable, violation, type Violation } from './fields.ts';
import type { RepairLog } from './repair.ts';

/**
 * Returns the lines of a field section in the standard form, without line ends. Lines that cannot be repaired stay as
 * they are.
 */
export function repairedLines(lines: readonly string[], log: RepairLog): string[] | Violation {
  const unfolded = unfoldedLines(lines, log);
  if (!Array.isArray(unfolded)) return unfolded;
  return unfolded.map((line) => repairedField(line, log)).filter((line) => line !== null);
}

function unfoldedLines(lines: readonly string[], log: RepairLog): string[] | Violation {
  const fields: string[][] = [];
  for (const line of lines) {
    const parts = fields.at(-1);
    if (!/^[ \t]/.test(line)) fields.push([line]);
    else if (parts === undefined || trimmed(line) === '' || frames(parts[0]!) || frames(line))
      return violation(
        400,
        'a field line is folded (it starts with white space) where it changes the framing',
      );
    else {
      parts.push(line);
      log.add('folded-line', nameOf(parts[0]!));
    }
  }
  return fields.map((parts) => (parts.length === 1 ? parts[0]! : parts.map(trimmed).join(' ')));
}

/** Returns null for a line that is left out. */
function repairedField(line: string, log: RepairLog): string | null {
  const colon = line.indexOf(':');
  if (colon < 0 || /[\0\r]/.test(line)) return line;
  const name = trimmed(line.slice(0, colon));
  if (!isToken(name)) {
    if (isLikeFraming(line)) return line;
    log.add('invalid-field', printable(name));
    return null;
  }
  if (name.length < colon) log.add('blank-before-colon', nameOf(line));
  const value = line.slice(colon + 1);
  return `${name}:${isLikeFraming(name) ? ` ${trimmed(value)}` : withoutControls(value, nameOf(line), log)}`;
}

/**
 * Replaces control characters with spaces. NUL, CR and LF stay, because they can hide a line; LF does not occur
 * inside a line.
 */
export function withoutControls(text: string, where: string, log: RepairLog): string {
  const repaired = text.replaceAll(/[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]/g, ' ');
  if (repaired !== text) log.add('control-character', where);
  return repaired;
}

/** Returns true for the empty line, and for a name that a parser could mistake for a framing field. */
export function frames(line: string): boolean {
  return line === '' || isLikeFraming(line.slice(0, Math.max(0, line.indexOf(':'))));
}

function isLikeFraming(text: string): boolean {
  return /contentlength|transferencoding/i.test(text.replaceAll(/[^a-z]/gi, ''));
}

const MAX_NAME_LENGTH = 60;

function nameOf(line: string): string {
  const name = trimmed(line.slice(0, line.indexOf(':')));
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
}
