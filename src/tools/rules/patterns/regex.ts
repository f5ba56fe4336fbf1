// JavaScript regular expressions, run by an engine whose time is linear in the length of the text.
import { RE2JS, RE2JSException } from 're2js';

/** Most characters of a regular expression. */
const MAX_CHARACTERS = 1000;
/** Each additional group makes finding captures slower. */
const MAX_GROUPS = 20;

export interface Regex {
  /** The expression in the engine's syntax. */
  readonly source: string;
  readonly groupCount: number;
  /** Returns true when the expression matches anywhere in `text`. */
  test(text: string): boolean;
  /** Returns the first match and its groups, empty for a group that took no part; null without a match. */
  exec(text: string): readonly string[] | null;
  /** Replaces each match by what `replacer` returns for it and its groups. */
  replaceAll(text: string, replacer: (groups: readonly string[]) => string): string;
}

/** Compiles a valid expression; throws for others. `dotAll`: `.` matches line ends, too. */
export function compileRegex(text: string, dotAll = false): Regex {
  return compileSource(RE2JS.translateRegExp(text), dotAll);
}

/** Compiles an expression in the engine's syntax. */
export function compileSource(source: string, dotAll: boolean): Regex {
  const engine = RE2JS.compile(source, dotAll ? RE2JS.DOTALL : 0);
  return {
    source,
    groupCount: engine.groupCount(),
    test: (text) => engine.test(text),
    exec: (text) => groups(engine, text),
    replaceAll: (text, replacer) => replaceAll(engine, text, replacer),
  };
}

function groups(engine: RE2JS, text: string): readonly string[] | null {
  const matcher = engine.matcher(text);
  if (!matcher.find()) return null;
  return Array.from({ length: matcher.groupCount() + 1 }, (_, at) => matcher.group(at) ?? '');
}

function replaceAll(engine: RE2JS, text: string, replacer: (groups: readonly string[]) => string): string {
  const count = engine.groupCount() + 1;
  return engine
    .matcher(text)
    .replaceAll((...found: (string | undefined)[]) =>
      replacer(found.slice(0, count).map((group) => group ?? '')),
    );
}

/** Returns the end of a message, "give …", that describes a valid expression; null when this one is valid. */
export function regexError(text: string): string | null {
  if (text.length > MAX_CHARACTERS) return `a regular expression of at most ${MAX_CHARACTERS} characters`;
  const found = nonLinearConstruct(text);
  if (found !== null) return `a regular expression without ${found}, which cannot run in linear time`;
  try {
    const groupCount = RE2JS.compile(RE2JS.translateRegExp(text)).groupCount();
    return groupCount <= MAX_GROUPS ? null : TOO_MANY_GROUPS;
  } catch (error) {
    return `a valid regular expression: ${reasonOf(error)}`;
  }
}

const TOO_MANY_GROUPS = `a regular expression with at most ${MAX_GROUPS} groups; write (?:…) for groups that are not referenced`;

function reasonOf(error: unknown): string {
  if (!(error instanceof RE2JSException)) return 'this one is nested too deeply';
  return error.message.replace(/^error parsing regexp: /, '');
}

const SCAN = /\\k<[^>]*>|\\[1-9]\d*|\\[^]|\[|\]|\(\?<?[=!]/g;

const LOOKAROUND: ReadonlyMap<string, string> = new Map([
  ['(?=', 'look-ahead (?=…)'],
  ['(?!', 'negative look-ahead (?!…)'],
  ['(?<=', 'look-behind (?<=…)'],
  ['(?<!', 'negative look-behind (?<!…)'],
]);

/** Returns the name of the first construct that needs backtracking; null without one. */
function nonLinearConstruct(text: string): string | null {
  let inClass = false;
  for (const [part] of text.matchAll(SCAN)) {
    if (part === '[') inClass = true;
    else if (part === ']') inClass = false;
    else if (inClass) continue;
    else if (LOOKAROUND.has(part)) return LOOKAROUND.get(part)!;
    else if (/^\\(?:k|[1-9])/.test(part)) return `the back-reference ${part}`;
  }
  return null;
}
