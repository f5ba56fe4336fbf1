// Changes and shows settings. A change is validated as a whole and rejected as a whole, with an error that names the
// key.
import { SettingError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import { fieldPath, schemaError, type SchemaIssue } from '../../base/schema-error.ts';
import { maskedJson } from './masked-json.ts';
import { mergeSettings } from './merge.ts';
import { settingsSchema, type Settings } from './schema.ts';
import { isSecret, MASK, maskSecrets } from './secrets.ts';

export function defaultSettings(): Settings {
  return settingsSchema.parse({});
}

/**
 * Returns the settings after an unvalidated `change`: objects merge deeply, lists replace, null resets to the default,
 * a masked secret keeps its value. Throws a SettingError.
 */
export function changedSettings(current: Settings, change: unknown): Settings {
  if (!isObject(change)) throw new SettingError('settings must be an object, such as {"port": 9091}');
  const result = parsed(current, change);
  if (!result.success) throw settingError(result.error.issues);
  const unresolved = unresolvedMask(result.data);
  if (unresolved !== null)
    throw new SettingError(
      `${unresolved} is ${MASK}, which stands for a stored secret, but none is stored: give the secret itself`,
      { field: unresolved },
    );
  return result.data;
}

/** Returns all problems of a `change` for which `changedSettings` would reject it; empty for a valid change. */
export function settingIssues(
  current: Settings,
  change: Readonly<Record<string, unknown>>,
): readonly SettingIssue[] {
  const result = parsed(current, change);
  if (!result.success)
    return result.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ field: fieldPath([...issue.path, key]), expected: 'no such key' }))
        : [{ field: fieldPath(issue.path), expected: issue.message }],
    );
  const unresolved = unresolvedMask(result.data);
  return unresolved === null ? [] : [{ field: unresolved, expected: 'the secret itself: none is stored' }];
}

/** An invalid value in a change of settings. */
export interface SettingIssue {
  /** Such as `socks.port`. */
  readonly field: string;
  /** A valid value, such as `a whole number from 1 to 65535`; completes the sentence "Give …". */
  readonly expected: string;
}

function parsed(current: Settings, change: Readonly<Record<string, unknown>>) {
  const input = mergeSettings(current, change, defaultSettings());
  return settingsSchema.safeParse(input, { reportInput: true });
}

/** Returns the settings with passwords and passphrases masked. */
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

/** Returns the path of a secret that is still the mask; null without any. */
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
