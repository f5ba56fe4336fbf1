// Finds problems in API descriptions: OpenAPI 2, 3.0, 3.1 and 3.2, AsyncAPI and Arazzo, with the rules of Redocly's
// core. References are followed within the folder of the description; nothing is fetched.
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import {
  BaseResolver,
  createConfig,
  lintDocument,
  loadConfig,
  type Config,
  type Document,
  Source,
} from '@redocly/openapi-core';
import { messageOf, UserError } from '../base/errors.ts';
import { isObject } from '../base/is-object.ts';
import { parseYaml } from '../documents/yaml.ts';
import { conflictMarks } from './conflict-marks.ts';
import type { LintedText, LintOptions, SpecProblem } from './problem.ts';
import { decodeText } from '../documents/decode-text.ts';
import { findings } from './spectral/index.ts';
import { positionsOf, type SpecLocation } from './positions.ts';
import { referenceFix } from './reference-fix.ts';
import type { SpecRule } from './rules/contract.ts';
import { unknownOperations } from './rules/arazzo-operations.ts';
import { rules } from './rules/index.ts';
import { isSpectral, readRuleset, type SpectralRuleset } from './spectral/ruleset.ts';

/** A problem, before its line is known. */
interface FoundProblem extends Pick<SpecProblem, 'severity' | 'rule' | 'message' | 'fix'> {
  /** Null for the beginning of the description. */
  readonly location: SpecLocation | null;
}

const MAX_BYTES = 100 * 1024 * 1024;

/** Resolves with the problems in the order of the file. Rejects with a UserError when it is no API description. */
export async function findProblems(
  file: string,
  options: LintOptions & LintedText = {},
): Promise<readonly SpecProblem[]> {
  return (await checkedDocument(file, options)).problems;
}

export interface CheckedDocument {
  readonly problems: readonly SpecProblem[];
  /** Null where it cannot be read. */
  readonly document: Document | null;
}

/** Resolves with the problems in the order of the file, and with what they were found in. */
export async function checkedDocument(
  file: string,
  { ruleset, text }: LintOptions & LintedText = {},
): Promise<CheckedDocument> {
  const path = text === undefined ? await readable(file) : await presentPath(file);
  const resolver = new FolderResolver(path, text);
  const document = await resolver.resolveDocument(null, path, true).catch(asError);
  if (document instanceof Error) {
    const body = text ?? decodeText(await readFile(path));
    const marks = conflictMarks(body, path);
    return { problems: marks.length > 0 ? marks : [syntaxProblem(document, path)], document: null };
  }
  const problems = await problemsIn(document, { file, path, ruleset }, resolver);
  return { problems, document };
}

interface Checked extends LintOptions {
  /** As the caller names it. */
  readonly file: string;
  readonly path: string;
}

async function problemsIn(
  document: Document,
  { file, path, ruleset }: Checked,
  resolver: BaseResolver,
): Promise<readonly SpecProblem[]> {
  if (!isObject(document.parsed))
    throw new UserError(
      'INVALID_DATA',
      `${file} is no API description: ${document.source.body.trim() === '' ? 'it is empty' : 'it is no object'}`,
    );
  const { config, spectral } = await configOf(ruleset);
  const first = brokenRules(document, ({ comesFirst }) => comesFirst === true);
  if (first.length > 0) return placed(first, path);
  const problems = await lintDocument({ document, config, externalRefResolver: resolver }).catch(
    (error: unknown) => {
      throw new UserError(
        'INVALID_DATA',
        `${file} is no API description that is known: ${messageOf(error)}`,
        {
          cause: error,
        },
      );
    },
  );
  const known = problems
    .filter(({ ignored }) => ignored !== true)
    .map(({ severity, ruleId, message, location: [location = null] }): FoundProblem => {
      const isReference = ruleId === 'no-unresolved-refs' && location?.source === document.source;
      const fix = isReference ? referenceFix(document.parsed, location.pointer) : null;
      return {
        severity: severity === 'error' ? 'error' : 'warning',
        rule: ruleId,
        message: fix === null ? message : `${message}: did you mean ${fix.insert}?`,
        location,
        ...(fix !== null && { fix }),
      };
    });
  const own = brokenRules(document, ({ comesFirst }) => comesFirst !== true);
  const steps = await unknownSteps(document, path, resolver);
  const listed = spectral === null ? [] : spectralProblems(document, spectral);
  const unread = (spectral?.unread ?? []).map((message) => unreadProblem(message, ruleset ?? ''));
  return [...unread, ...placed([...known, ...own, ...steps, ...listed], path)].sort(
    (one, other) => one.file.localeCompare(other.file) || one.line - other.line || one.column - other.column,
  );
}

/** Returns what breaks rules of our own. */
function brokenRules(
  { source, parsed }: Document,
  isChecked: (rule: SpecRule) => boolean,
): readonly FoundProblem[] {
  return rules.filter(isChecked).flatMap(({ name, severity, check }) =>
    check(parsed).map(({ message, pointer }) => ({
      severity,
      rule: name,
      message,
      location: { source, pointer },
    })),
  );
}

/** Resolves with the steps of an Arazzo description whose operations are unknown. */
async function unknownSteps(
  { source, parsed }: Document,
  path: string,
  resolver: BaseResolver,
): Promise<readonly FoundProblem[]> {
  const found = await unknownOperations(parsed, async (url) => {
    const read = await resolver.resolveDocument(path, resolver.resolveExternalRef(path, url)).catch(asError);
    return read instanceof Error ? null : read.parsed;
  });
  return found.map(({ message, pointer }) => ({
    severity: 'error',
    rule: 'arazzo-operation-unknown',
    message,
    location: { source, pointer },
  }));
}

function placed(found: readonly FoundProblem[], path: string): readonly SpecProblem[] {
  const positions = positionsOf(found.flatMap(({ location }) => location ?? []));
  let next = 0;
  return found.map(({ location, ...problem }) => ({
    ...problem,
    file: location?.source.absoluteRef ?? path,
    ...(location === null ? { line: 1, column: 1 } : positions[next++]!),
  }));
}

/** Returns what breaks rules that only Spectral's ruleset has. */
function spectralProblems({ source, parsed }: Document, ruleset: SpectralRuleset): readonly FoundProblem[] {
  return findings(parsed, ruleset).map(({ rule, severity, message, path: keys }) => {
    const pointer = `#/${keys.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
    return { severity, rule, message, location: { source, pointer, reportOnKey: keys.length > 0 } };
  });
}

/** Returns the warning about a part of a ruleset that cannot be read. */
function unreadProblem(message: string, path: string): SpecProblem {
  return { severity: 'warning', rule: 'ruleset', message, file: resolve(path), line: 1, column: 1 };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Returns the path of a file with its links resolved, whether it is there or not. */
async function presentPath(file: string): Promise<string> {
  return realpath(file).catch(() => resolve(file));
}

async function readable(file: string): Promise<string> {
  const found = await stat(file).catch(() => null);
  if (found === null) throw new UserError('NOT_FOUND', `${file}: there is no such file`);
  if (!found.isFile()) throw new UserError('INVALID_DATA', `${file} is not a file`);
  if (found.size > MAX_BYTES) throw new UserError('TOO_LARGE', `${file} is larger than 100 MiB`);
  return realpath(file);
}

interface Rules {
  readonly config: Config;
  /** Rules of a Spectral ruleset; null without one. */
  readonly spectral: SpectralRuleset | null;
}

async function configOf(path: string | undefined): Promise<Rules> {
  if (path === undefined) return { config: await createConfig({ extends: ['recommended'] }), spectral: null };
  await readable(path);
  try {
    const value: unknown = parseYaml(await readFile(path, 'utf8'));
    if (!isSpectral(value, path)) return { config: await loadConfig({ configPath: path }), spectral: null };
    const spectral = await readRuleset(value, path);
    const rules = Object.fromEntries(
      [...spectral.builtIn].map(
        ([name, severity]) => [name, severity === 'error' ? 'error' : 'warn'] as const,
      ),
    );
    return { config: await createConfig({ rules }), spectral };
  } catch (error) {
    throw new UserError('INVALID_DATA', `the ruleset ${path} cannot be read: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** Reads files of one folder, symbolic links resolved, and no URL. */
class FolderResolver extends BaseResolver {
  readonly #path: string;
  readonly #text: string | undefined;
  readonly #folder: string;

  /** `text`: what the file at `path` is to have. */
  constructor(path: string, text: string | undefined) {
    super();
    this.#path = path;
    this.#text = text;
    this.#folder = dirname(path) + sep;
  }

  override async loadExternalRef(reference: string): Promise<Source> {
    if (/^[a-z][a-z\d+.-]+:/i.test(reference)) throw new Error('references to other hosts are not followed');
    const named = resolve(reference);
    if (named === this.#path && this.#text !== undefined)
      return new Source(named, this.#text.replaceAll('\r\n', '\n'));
    const path = await realpath(named);
    if (!path.startsWith(this.#folder)) throw new Error('it lies outside the folder of the description');
    return new Source(path, decodeText(await readFile(path)).replaceAll('\r\n', '\n'));
  }
}

/** A text that is no YAML. */
function syntaxProblem(error: Error, file: string): SpecProblem {
  const line = /\((\d+):(\d+)\)|line (\d+)/.exec(error.message);
  return {
    severity: 'error',
    rule: 'syntax',
    // The parser names the file, which the problem does already.
    message: (error.message.split('\n', 1)[0] ?? '').replace(/ in "[^"]*"(?= \()/, ''),
    file,
    line: Number(line?.[1] ?? line?.[3] ?? 1),
    column: Number(line?.[2] ?? 1),
  };
}
