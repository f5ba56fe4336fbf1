// Masks passwords, passphrases and values of headers when settings are read. Writing the mask back keeps the value.

/** The mask shown in place of a stored secret. */
export const MASK = '••••••••';

const SECRETS: ReadonlySet<string> = new Set(['password', 'passphrase', 'value']);

/** Returns true when a setting of this name is never shown. */
export function isSecret(key: string): boolean {
  return SECRETS.has(key);
}

/** Returns the value with every secret in it masked. An empty secret stays empty. */
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
