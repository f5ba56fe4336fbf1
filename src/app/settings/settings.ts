// Settings as users change and read them: checked as a whole, refused as a whole, with errors that name the key.
import { SettingError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import { fieldPath, schemaError, type SchemaIssue } from '../../base/schema-error.ts';
import { shownValue } from '../masked-json.ts';
import { merged } from './merge.ts';
import { settingsSchema, type Settings } from './schema.ts';
import { isSecret, MASK, masked } from './secrets.ts';

export function defaultSettings(): Settings {
  return settingsSchema.parse({});
}

/**
 * The settings after `change`, of which nothing is trusted: objects merge deeply, lists replace, null resets to the
 * default, a masked secret keeps its value. Throws a SettingError; then nothing has changed.
 */
export function changedSettings(current: Settings, change: unknown): Settings {
  if (!isObject(change)) throw new SettingError('settings are an object, such as {"port": 9090}');
  const input = merged(current, change, defaultSettings());
  const result = settingsSchema.safeParse(input, { reportInput: true });
  if (!result.success) throw settingError(result.error.issues);
  const left = maskLeft(result.data);
  if (left !== null)
    throw new SettingError(
      `${left} is ${MASK}, which stands for a stored secret, and there is none: give it in full`,
      { field: left },
    );
  return result.data;
}

/** As they are shown: passwords and passphrases are masked. */
export function shownSettings(settings: Settings): Settings {
  return masked(settings);
}

function settingError(issues: readonly SchemaIssue[]): SettingError {
  const { field, message } = schemaError(issues, {
    kind: 'setting',
    shown: (value, path) => (isSecret(String(path.at(-1))) ? 'wrong' : shownValue(value)),
  });
  return new SettingError(message, { field });
}

/** The key of a secret that is still the mask. */
function maskLeft(value: unknown, path: readonly PropertyKey[] = []): string | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    if (isSecret(key) && inner === MASK) return fieldPath(place);
    const found = maskLeft(inner, place);
    if (found !== null) return found;
  }
  return null;
}
