// Regular expressions as users write them, JavaScript's, on an engine that takes time linear in the text.
import { RE2JS, RE2JSException } from 're2js';

/** Characters that a regular expression may have. */
const MAX_CHARACTERS = 1000;
/** With each group more, it takes longer to find what they stand for. */
const MAX_GROUPS = 20;

export interface Regex {
  /** As the engine spells it. */
  readonly source: string;
  /** Whether it is found anywhere in `text`. */
  test(text: string): boolean;
  /** Where it is found first: the whole and its groups, empty where a group took no part. Null when nowhere. */
  exec(text: string): readonly string[] | null;
  /** Puts what `replacer` makes of the whole and its groups in place of each part that it is found in. */
  replaceAll(text: string, replacer: (groups: readonly string[]) => string): string;
}

/** Compiles what `regexFault` finds no fault with; throws of others. `dotAll`: whether `.` stands for line ends too. */
export function compileRegex(text: string, dotAll = false): Regex {
  return compileSource(RE2JS.translateRegExp(text), dotAll);
}

/** The same of what is spelled as the engine wants it. */
export function compileSource(source: string, dotAll: boolean): Regex {
  const engine = RE2JS.compile(source, dotAll ? RE2JS.DOTALL : 0);
  return {
    source,
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

/** What to give in place of a regular expression that cannot run; null when it can. Completes "give …". */
export function regexError(text: string): string | null {
  if (text.length > MAX_CHARACTERS) return `a regular expression of at most ${MAX_CHARACTERS} characters`;
  const found = nonLinearConstruct(text);
  if (found !== null) return `a regular expression without ${found}, which cannot run in linear time`;
  try {
    const groupCount = RE2JS.compile(RE2JS.translateRegExp(text)).groupCount();
    return groupCount <= MAX_GROUPS ? null : TOO_MANY_GROUPS;
  } catch (error) {
    return `a regular expression that can be read: ${reasonOf(error)}`;
  }
}

const TOO_MANY_GROUPS = `a regular expression with at most ${MAX_GROUPS} groups; write (?:…) for those that nobody refers to`;

function reasonOf(error: unknown): string {
  if (!(error instanceof RE2JSException)) return 'this one is too deep';
  return error.message.replace(/^error parsing regexp: /, '');
}

const SCAN = /\\k<[^>]*>|\\[1-9]\d*|\\[^]|\[|\]|\(\?<?[=!]/g;

const LOOKAROUND: ReadonlyMap<string, string> = new Map([
  ['(?=', 'look-ahead (?=…)'],
  ['(?!', 'negative look-ahead (?!…)'],
  ['(?<=', 'look-behind (?<=…)'],
  ['(?<!', 'negative look-behind (?<!…)'],
]);

/** The first construct that needs backtracking, by its name. */
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
