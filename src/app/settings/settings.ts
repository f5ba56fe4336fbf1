// Settings as users change and read them: checked as a whole, refused as a whole, with errors that name the key.
import { SettingError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import { fieldPath, schemaError, type SchemaIssue } from '../../base/schema-error.ts';
import { maskedJson } from '../masked-json.ts';
import { mergeSettings } from './merge.ts';
import { settingsSchema, type Settings } from './schema.ts';
import { isSecret, MASK, maskSecrets } from './secrets.ts';

export function defaultSettings(): Settings {
  return settingsSchema.parse({});
}

/**
 * The settings after `change`, of which nothing is trusted: objects merge deeply, lists replace, null resets to the
 * default, a masked secret keeps its value. Throws a SettingError; then nothing has changed.
 */
export function changedSettings(current: Settings, change: unknown): Settings {
  if (!isObject(change)) throw new SettingError('settings are an object, such as {"port": 9090}');
  const input = mergeSettings(current, change, defaultSettings());
  const result = settingsSchema.safeParse(input, { reportInput: true });
  if (!result.success) throw settingError(result.error.issues);
  const unresolved = unresolvedMask(result.data);
  if (unresolved !== null)
    throw new SettingError(
      `${unresolved} is ${MASK}, which stands for a stored secret, and there is none: give it in full`,
      { field: unresolved },
    );
  return result.data;
}

/** As they are shown: passwords and passphrases are masked. */
export function maskedSettings(settings: Settings): Settings {
  return maskSecrets(settings);
}

function settingError(issues: readonly SchemaIssue[]): SettingError {
  const { field, message } = schemaError(issues, {
    kind: 'setting',
    shown: (value, path) => (isSecret(String(path.at(-1))) ? 'wrong' : maskedJson(value)),
  });
  return new SettingError(message, { field });
}

/** The key of a secret that is still the mask. */
function unresolvedMask(value: unknown, path: readonly PropertyKey[] = []): string | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const keyPath = [...path, Array.isArray(value) ? Number(key) : key];
    if (isSecret(key) && inner === MASK) return fieldPath(keyPath);
    const found = unresolvedMask(inner, keyPath);
    if (found !== null) return found;
  }
  return null;
}
