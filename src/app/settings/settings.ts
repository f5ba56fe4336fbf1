// Settings as users change and read them: checked as a whole, refused as a whole, with errors that name the key.
import type { z } from 'zod';
import { nearest } from '../../base/did-you-mean.ts';
import { keyText, shownValue } from '../issue-text.ts';
import { merged } from './merge.ts';
import { settingsSchema, type Settings } from './schema.ts';
import { isSecret, MASK, masked } from './secrets.ts';

/** What is wrong with a setting. `field` is its key, such as `externalProxy.port`. */
export class SettingsError extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.name = 'SettingsError';
    this.field = field;
  }
}

export function defaultSettings(): Settings {
  return settingsSchema.parse({});
}

/**
 * The settings after `change`, of which nothing is trusted: objects merge deeply, lists replace, null resets to the
 * default, a masked secret keeps its value. Throws a SettingsError; then nothing has changed.
 */
export function changedSettings(current: Settings, change: unknown): Settings {
  if (typeof change !== 'object' || change === null || Array.isArray(change))
    throw new SettingsError('', 'settings are an object, such as {"port": 9090}');
  const input = merged(current, change, defaultSettings());
  const result = settingsSchema.safeParse(input, { reportInput: true });
  if (!result.success) throw asError(result.error.issues[0]!);
  const left = maskLeft(result.data);
  if (left !== null)
    throw new SettingsError(
      left,
      `${left} is ${MASK}, which stands for a stored secret, and there is none: give it in full`,
    );
  return result.data;
}

/** As they are shown: passwords and passphrases are masked. */
export function shownSettings(settings: Settings): Settings {
  return masked(settings);
}

function asError(issue: z.core.$ZodIssue): SettingsError {
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const known = issue.message.split(' ');
    const near = nearest(key, known);
    const field = keyText([...issue.path, key]);
    const hint = near === null ? `there are ${known.join(', ')}` : `did you mean ${near}?`;
    return new SettingsError(field, `${field} is no setting: ${hint}`);
  }
  const field = keyText(issue.path);
  const secret = isSecret(String(issue.path.at(-1)));
  const is = issue.input === undefined ? 'is missing' : secret ? 'is wrong' : `is ${shownValue(issue.input)}`;
  return new SettingsError(field, `${field} ${is}: give ${issue.message}`);
}

/** The key of a secret that is still the mask. */
function maskLeft(value: unknown, path: readonly PropertyKey[] = []): string | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    if (isSecret(key) && inner === MASK) return keyText(place);
    const found = maskLeft(inner, place);
    if (found !== null) return found;
  }
  return null;
}
