// Checks of the fields of an authorization. Errors name a field and never show its value.
import { UserError } from '../../../base/errors.ts';
import type { AuthType } from '../../../collections/model/auth.ts';

/** Throws an Error that names the fields that are empty. */
export function requireFields(type: AuthType, fields: Readonly<Record<string, string>>): void {
  const missing = Object.keys(fields).filter((name) => fields[name] === '');
  if (missing.length > 0)
    throw new UserError(
      'INVALID_DATA',
      `the authorization ${type} needs a value for ${missing.join(' and ')}`,
    );
}

export function fieldError(type: AuthType, name: string, reason: string, cause?: unknown): Error {
  return new UserError('INVALID_DATA', `${name} of the authorization ${type} ${reason}`, { cause });
}

/** Throws an Error when a field holds characters that a quoted header value cannot contain. */
export function requirePrintable(type: AuthType, fields: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(fields))
    if (/[^\x20-\x7e]/.test(value)) throw fieldError(type, name, 'may hold printable ASCII only');
}

/** Writes a quoted string (RFC 9110 section 5.6.4). */
export function quotedString(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
