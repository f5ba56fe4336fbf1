// Reads settings from a JSON file, for commands that start the proxy without the app.
import { dirname, isAbsolute, resolve } from 'node:path';
import { messageOf, UserError } from '../../base/errors.ts';
import { readJsonFile } from '../../base/json-file.ts';
import type { Settings } from './schema.ts';
import { changedSettings, defaultSettings } from './settings.ts';

/**
 * Reads the settings in the file at `path`; missing keys get their defaults, and relative paths are resolved against
 * its folder. A file with any error is rejected as a whole: it throws an Error that names the file, and the line and
 * column of the syntax error or the key with the invalid value.
 */
export async function readSettingsFile(path: string): Promise<Settings> {
  try {
    const settings = changedSettings(defaultSettings(), await readJsonFile(path));
    return withAbsolutePaths(settings, dirname(resolve(path)));
  } catch (error) {
    throw new UserError('INVALID_FILE', `the settings ${path} cannot be used: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function withAbsolutePaths(settings: Settings, folder: string): Settings {
  const absolute = (path: string): string => (isAbsolute(path) ? path : resolve(folder, path));
  return {
    ...settings,
    tlsKeyLogPath: settings.tlsKeyLogPath && absolute(settings.tlsKeyLogPath),
    autosave: {
      ...settings.autosave,
      folder: settings.autosave.folder && absolute(settings.autosave.folder),
    },
    ndjson: { ...settings.ndjson, file: settings.ndjson.file && absolute(settings.ndjson.file) },
    clientCertificates: settings.clientCertificates.map((certificate) => ({
      ...certificate,
      certPath: absolute(certificate.certPath),
      keyPath: certificate.keyPath && absolute(certificate.keyPath),
    })),
  };
}
