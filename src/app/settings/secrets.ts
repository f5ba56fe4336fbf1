// Passwords and passphrases in settings: masked where settings are read, kept where the mask is written back.

/** Stands for a secret that is stored. */
export const MASK = '••••••••';

const SECRETS: ReadonlySet<string> = new Set(['password', 'passphrase']);

/** Whether a setting of this name is never shown. */
export function isSecret(key: string): boolean {
  return SECRETS.has(key);
}

/** The same with every secret masked; an empty one shows that there is none. */
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
