// Finds secrets that procedure calls pass by position, without a name: `{"method":"login","params":["me","…"]}` of
// JSON-RPC, and `<methodName>` of XML-RPC.
import type { Range } from './command-lines.ts';

/** Methods that log somebody in. Their last text is the secret: it follows a user, or a database and a user. */
const LOGIN =
  /^(?:[\w.:/-]*[.:/_-])?(?:log_?in|log_?on|sign_?in|authenticate|auth|authorize|check_?password|verify_?password|change_?password|set_?password|connect_?user|unlock_?account)$/i;
/** Methods whose first text is the secret: pass phrases and keys of wallets. */
const UNLOCK = /^(?:walletpassphrase|encryptwallet|importprivkey|personal_(?:importRawKey|newAccount))$/;
/** Interfaces that take credentials with each call, by the position of the password. */
const POSITIONS: readonly (readonly [methods: RegExp, position: number])[] = [
  [/^wp\.getUsersBlogs$/, 1],
  [/^(?:wp|metaWeblog|mt|pingback)\.\w+$/, 2],
  [/^blogger\.getUsersBlogs$/, 2],
  [/^blogger\.\w+$/, 3],
  [/^(?:execute|execute_kw)$/, 2],
];

/** The number of characters of a call that are searched. */
const NEAR = 3000;
const MAX_ARGUMENTS = 5;

export function* argumentSecrets(text: string): Generator<Range, void, undefined> {
  if (!text.includes('method')) return;
  yield* calls(text, /\\*"method\\*"\s{0,20}:\s{0,20}\\*"([\w.:/-]{1,80})\\*"/g, listedTexts);
  yield* calls(text, /<methodName>\s*([\w.:/-]{1,80})\s*<\/methodName>/g, valueTexts);
}

function* calls(
  text: string,
  method: RegExp,
  textsOf: (text: string, from: number, to: number) => readonly Range[],
): Generator<Range, void, undefined> {
  for (const { index, 0: whole, 1: name = '' } of text.matchAll(method)) {
    if (!isKnown(name)) continue;
    const secret = secretOf(name, textsOf(text, index, index + whole.length));
    if (secret !== undefined && secret[1] > secret[0]) yield secret;
  }
}

function isKnown(name: string): boolean {
  return LOGIN.test(name) || UNLOCK.test(name) || POSITIONS.some(([methods]) => methods.test(name));
}

function secretOf(name: string, texts: readonly Range[]): Range | undefined {
  if (UNLOCK.test(name)) return texts[0];
  const position = POSITIONS.find(([methods]) => methods.test(name))?.[1];
  if (position !== undefined) return texts[position];
  return texts.length < 2 ? undefined : texts.at(-1);
}

/** Returns the texts and numbers at the start of a JSON list, after the name of the method or before it. */
function listedTexts(text: string, from: number, to: number): readonly Range[] {
  const behind = /^[^{}[\]]{0,300}?\\*"params\\*"\s{0,20}:\s{0,20}\[/.exec(text.slice(to, to + 400));
  const before = text.slice(Math.max(0, from - NEAR), from);
  const ahead = /\\*"params\\*"\s{0,20}:\s{0,20}\[(?=[^{}[\]]*\][^{}[\]]{0,300}$)/.exec(before);
  const start =
    behind !== null
      ? to + behind[0].length
      : ahead !== null
        ? from - before.length + ahead.index + ahead[0].length
        : -1;
  return start < 0
    ? []
    : elements(text, start, /\s*(?:\\*"((?:[^"\\]|\\+[^"\\])*)\\*"|(-?\d[\d.]*|null))\s*,?/y);
}

/** Returns the first values of a call of XML-RPC. */
function valueTexts(text: string, _: number, to: number): readonly Range[] {
  const params = /^\s*<params>\s*/.exec(text.slice(to, to + 100));
  if (params === null) return [];
  return elements(
    text,
    to + params[0].length,
    /\s*<param>\s*<value>\s*(?:<(?:string|int|i4)>)?([^<>]*)(?:<\/(?:string|int|i4)>)?\s*<\/value>\s*<\/param>/y,
  );
}

function elements(text: string, start: number, element: RegExp): readonly Range[] {
  const ranges: Range[] = [];
  element.lastIndex = start;
  while (ranges.length < MAX_ARGUMENTS) {
    const at = element.lastIndex;
    const match = element.exec(text);
    if (match === null || match[0].length > NEAR) break;
    const value = match[1] ?? match[2] ?? '';
    const from = at + Math.max(0, match[0].indexOf(value, match[0].search(/[^\s\\"]/)));
    ranges.push([from, from + value.length]);
  }
  return ranges;
}
