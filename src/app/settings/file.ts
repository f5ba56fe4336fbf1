// Settings from a JSON file, for those who start the proxy without the app.
import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import { codeOf, messageOf } from '../../base/errors.ts';
import { jsonFault } from '../../base/json-fault.ts';
import type { Settings } from './schema.ts';
import { changedSettings, defaultSettings } from './settings.ts';

/**
 * Reads the settings in the file at `path`; keys that are not in it have their defaults. Paths in it are relative to
 * its folder. A file that is wrong anywhere is refused whole: throws an Error that names the file, and the line and
 * column where it is no JSON, or the key that is wrong.
 */
export async function readSettingsFile(path: string): Promise<Settings> {
  try {
    const settings = changedSettings(defaultSettings(), parsed(await readText(path)));
    return withAbsolutePaths(settings, dirname(resolve(path)));
  } catch (error) {
    throw new Error(`the settings ${path} cannot be used: ${messageOf(error)}`, { cause: error });
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Error(codeOf(error) === 'ENOENT' ? 'there is no such file' : messageOf(error), {
      cause: error,
    });
  }
}

function parsed(text: string): unknown {
  // Some editors put a byte order mark before it.
  const json = text.replace(/^\uFEFF/, '');
  const fault = jsonFault(json);
  if (fault !== null)
    throw new Error(
      `line ${fault.line}, column ${fault.column} is no JSON: there should be ${fault.expected}`,
    );
  return JSON.parse(json);
}

function withAbsolutePaths(settings: Settings, folder: string): Settings {
  const absolute = (path: string): string => (isAbsolute(path) ? path : resolve(folder, path));
  return {
    ...settings,
    tlsKeyLogPath: settings.tlsKeyLogPath && absolute(settings.tlsKeyLogPath),
    clientCertificates: settings.clientCertificates.map((certificate) => ({
      ...certificate,
      certPath: absolute(certificate.certPath),
      keyPath: certificate.keyPath && absolute(certificate.keyPath),
    })),
  };
}
