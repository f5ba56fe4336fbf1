// `spec diff`: prints the changes between two versions of an API description, breaking changes first.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { messageOf, systemCode, UserError } from '../../base/errors.ts';
import { Repository } from '../../collections/git/repository.ts';
import type { JsonObject } from '../../documents/json-values.ts';
import { isApiDocument } from '../../documents/openapi/document.ts';
import { joinFiles } from '../../interchange/files/join-files.ts';
import { readContent } from '../../interchange/import/content.ts';
import { summaryOf, titleOf, type ChangeLog, type LoggedChange } from '../../specs/change-log/contract.ts';
import { operationLines, type Side } from '../../specs/compare-texts.ts';
import { compareSpecs, LEVELS, type Level } from '../../specs/diff/index.ts';
import { ignoredBy, readIgnoreFile, readIgnores, type Ignored } from '../../specs/ignores.ts';
import { count } from '../options.ts';
import { FORMATS } from './diff-formats.ts';

export interface DiffOptions {
  readonly allowBreaking?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly format?: string | undefined;
  /** Changes below it are not printed. */
  readonly level?: Level | undefined;
  /** A change of this level or worse makes the exit code 1. */
  readonly failOn?: Level | undefined;
  readonly ignore?: string | undefined;
  /** The least notice that clients are to have. */
  readonly deprecationDays?: string | undefined;
}

/** Prints the changes. Resolves with 1 when there is one that `failOn` names, unless `allowBreaking` is set. */
export async function diffFromCommandLine(
  before: string,
  after: string,
  options: DiffOptions,
): Promise<number> {
  const { allowBreaking = false, json = false, format = 'text', level = 'info', failOn = 'error' } = options;
  const ignores = ignoresOf(options.ignore, after);
  const [old, young] = [await described(before), await described(after)];
  const { changes, compared, notCompared } = compareSpecs(old.joined, young.joined, {
    deprecationDays: count('--deprecation-days', options.deprecationDays ?? '0'),
  });
  const lines = operationLines(
    young,
    changes.map(({ operation }) => operation),
  );
  const all = changes
    .map((change, at) => ({
      ...change,
      line: lines[at] ?? null,
      ...(ignoredBy(ignores, change.operation, change.what) !== null && { ignored: true }),
    }))
    .sort((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level));
  const counting = all.filter((change) => !('ignored' in change));
  const isShown = ({ level: own }: LoggedChange): boolean => LEVELS.indexOf(own) <= LEVELS.indexOf(level);
  const log: ChangeLog = {
    title: titleOf(young.root).title,
    before: titleOf(old.root).version,
    after: titleOf(young.root).version,
    file: revisionAndPath(after)?.path ?? after,
    changes: counting.filter(isShown),
    counts: countsOf(counting),
    ignored: all.length - counting.length,
    compared,
    notCompared: [...old.warnings, ...young.warnings, ...notCompared],
  };
  const output = FORMATS[json ? 'json' : format]!(log, all.filter(isShown));
  process.stdout.write(output);
  // An empty output would read as a verdict.
  (output === '' ? process.stdout : process.stderr).write(`${summaryOf(log)}\n`);
  const fails = counting.some(({ level: own }) => LEVELS.indexOf(own) <= LEVELS.indexOf(failOn));
  return fails && !allowBreaking ? 1 : 0;
}

function countsOf(changes: readonly LoggedChange[]): ChangeLog['counts'] {
  const count = (level: Level): number => changes.filter((change) => change.level === level).length;
  return { error: count('error'), warning: count('warning'), info: count('info') };
}

/** Returns what the file beside the new version ignores, or the one that was named. */
function ignoresOf(file: string | undefined, after: string): readonly Ignored[] {
  if (file === undefined) return readIgnores(revisionAndPath(after)?.path ?? after);
  const ignores = readIgnoreFile(file);
  if (ignores === null) throw new UserError('NOT_FOUND', `--ignore ${file}: there is no such file`);
  return ignores;
}

interface Description extends Side {
  /** With the files beside it to which it refers. */
  readonly joined: JsonObject;
  readonly warnings: readonly string[];
}

async function described(file: string): Promise<Description> {
  try {
    const bytes = await bytesOf(file);
    const content = readContent(bytes, file);
    const root = content.value();
    if (isApiDocument(root)) {
      const joined = revisionAndPath(file) === null ? joinFiles(bytes, file) : null;
      const whole = joined === null ? root : readContent(joined.bytes, file).value();
      const warnings = (joined?.warnings ?? []).map((sentence) => `${file}: ${sentence}`);
      return { root, text: content.text, joined: isApiDocument(whole) ? whole : root, warnings };
    }
  } catch (error) {
    const reason = systemCode(error) === 'ENOENT' ? 'there is no such file' : messageOf(error);
    throw new UserError('INVALID_DATA', `${file}: ${reason}`, { cause: error });
  }
  throw new UserError('INVALID_DATA', `${file}: it is not an OpenAPI or Swagger description`);
}

/** Reads a file, or one in a commit: `v1.0:openapi.yaml`. */
async function bytesOf(file: string): Promise<Buffer> {
  const committed = revisionAndPath(file);
  if (committed === null) return readFile(file);
  const { revision, path } = committed;
  const text = (await new Repository(process.cwd()).committedTexts([path], revision)).get(path);
  if (text !== undefined) return Buffer.from(text);
  throw new Error(`${revision} does not have ${path}`);
}

/** Returns null for a file in no commit. */
function revisionAndPath(file: string): { readonly revision: string; readonly path: string } | null {
  const [, revision, path] = /^([^:\\]{2,}):(.+)$/.exec(file) ?? [];
  return revision === undefined || path === undefined || existsSync(file) ? null : { revision, path };
}
