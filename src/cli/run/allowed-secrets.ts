// The file of `--secrets-allow`: fingerprints of known and accepted findings, one per line.
import { readFile } from 'node:fs/promises';
import { messageOf, UserError } from '../../base/errors.ts';

const FINGERPRINT = /^[a-z\d-]+:[\da-f]{16}$/;

/** Returns the fingerprints. Blank lines, and text after a `#`, are ignored. */
export async function allowedSecrets(path: string): Promise<ReadonlySet<string>> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UserError('INVALID_FILE', `--secrets-allow ${path} cannot be read: ${messageOf(cause)}`, {
      cause,
    });
  });
  const lines = text.split(/\r?\n/).map((line) => line.replace(/#.*$/, '').trim());
  const wrong = lines.findIndex((line) => line !== '' && !FINGERPRINT.test(line));
  if (wrong >= 0)
    throw new UserError(
      'INVALID_FILE',
      `--secrets-allow ${path}, line ${wrong + 1}: ${JSON.stringify(lines[wrong]!.slice(0, 60))} is not a fingerprint such as stripe:0123456789abcdef`,
    );
  return new Set(lines.filter((line) => line !== ''));
}
