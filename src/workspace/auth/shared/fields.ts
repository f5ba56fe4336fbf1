// What is wrong with the fields of an authorization, said by their names and never by what they hold.
import type { AuthType } from '../../model/auth.ts';

/** Throws an Error that names those that are empty. */
export function requireFields(type: AuthType, fields: Readonly<Record<string, string>>): void {
  const missing = Object.keys(fields).filter((name) => fields[name] === '');
  if (missing.length > 0)
    throw new Error(`the authorization ${type} lacks ${missing.join(' and ')}: give it a value`);
}

export function fieldError(type: AuthType, name: string, reason: string, cause?: unknown): Error {
  return new Error(`${name} of the authorization ${type} ${reason}`, { cause });
}

/** For what is sent in quotes. Throws an Error when it holds what no header can. */
export function requirePrintable(type: AuthType, fields: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(fields))
    if (/[^\x20-\x7e]/.test(value)) throw fieldError(type, name, 'may hold printable ASCII only');
}

/** RFC 9110 section 5.6.4. */
export function quotedString(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
