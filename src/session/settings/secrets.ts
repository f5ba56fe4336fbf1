// Passwords and passphrases in settings are masked where settings are read, and keep their value when the mask is
// written back.

/** Shown in place of a stored secret. */
export const MASK = '••••••••';

const SECRETS: ReadonlySet<string> = new Set(['password', 'passphrase']);

/** True when a setting of this name is never shown. */
export function isSecret(key: string): boolean {
  return SECRETS.has(key);
}

/** Returns the value with every secret in it masked; an empty one stays empty. */
export function maskSecrets<T>(value: T): T {
  return maskValue(value) as T;
}

function maskValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => [
      key,
      isSecret(key) && inner !== '' ? MASK : maskValue(inner),
    ]),
  );
}
