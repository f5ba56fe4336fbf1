// Finds passwords in the commands of line-based protocols: IMAP, POP3, FTP, SMTP, IRC and Redis, as sent or in a log.
import { hasVariety } from '../values/plausible.ts';

export type Range = readonly [start: number, end: number];

interface Command {
  readonly keyword: string;
  /** Matched at the keyword; its last group that took part is the secret. */
  readonly pattern: RegExp;
  /** Matches the part of the line before the keyword. */
  readonly before: RegExp;
  /** Tells secrets from words of a text, which may follow the keyword too. */
  readonly isSecret?: (value: string, before: string) => boolean;
}

/** The start of a line, possibly with a log's mark for client data. */
const LINE = /(?:^|[\n"`]|\\n)(?:C: ?|>{1,3} ?|-> ?|c> ?)?$/;
/** A line that begins with the tag of a command. */
const TAGGED = /(?:^|[\n"`]|\\n)(?:C: ?|> ?)?[A-Za-z0-9.+]{1,20} $/;
const ANY = /$/;
const END = String.raw`(?=[\r\n"\`]|\\[nr]|$)`;
const WORD = String.raw`[^\s"\\]{1,300}`;
const CODED = '[A-Za-z0-9+/=_-]{4,8000}';
const ANSWER = String.raw`(?:(?:S: ?)?(?:334|\+)[^\n]{0,200}\n)?(?:C: ?)?`;

const chosen = (value: string): boolean => hasVariety(value) && !/[/.]/.test(value);
const afterUser = (value: string, before: string): boolean =>
  /(?:^|\n|\\n)(?:C: ?|> ?)?(?:USER|NICK|CAP) [^\n]*(?:\n[^\n]*){1,2}$/.test(before) || chosen(value);

const COMMANDS: readonly Command[] = [
  {
    keyword: 'LOGIN ',
    pattern: new RegExp(
      String.raw`LOGIN (?:\\*"[^"\r\n]{1,200}"|${WORD}) (?:\\*"([^"\\\r\n]{1,300})|(${WORD})${END})`,
      'y',
    ),
    before: TAGGED,
  },
  { keyword: 'PASS ', pattern: new RegExp(`PASS :?(${WORD})${END}`, 'y'), before: LINE, isSecret: afterUser },
  {
    keyword: 'AUTH',
    pattern: new RegExp(
      String.raw`AUTH(?:ENTICATE)? (?:PLAIN|XOAUTH2|OAUTHBEARER|NTLM|SCRAM-[\w-]{1,20})(?: |\r?\n${ANSWER})(${CODED})${END}`,
      'y',
    ),
    before: new RegExp(`${LINE.source}|${TAGGED.source}`),
  },
  {
    keyword: 'AUTH',
    pattern: new RegExp(
      String.raw`AUTH(?:ENTICATE)? LOGIN(?: |\r?\n${ANSWER})${CODED}\r?\n${ANSWER}(${CODED})${END}`,
      'y',
    ),
    before: new RegExp(`${LINE.source}|${TAGGED.source}`),
  },
  ...['AUTH ', '\nauth '].map((keyword) => ({
    keyword,
    pattern: new RegExp(`${keyword}(?:${WORD} )?"?(${WORD})"?${END}`, 'y'),
    before: keyword.startsWith('A') ? LINE : ANY,
    isSecret: chosen,
  })),
  ...['$4\r\nAUTH\r\n', '$4\r\nauth\r\n'].map((keyword) => ({
    keyword,
    pattern: new RegExp(
      String.raw`[$]${keyword.slice(1)}\$\d{1,6}\r\n([^\r\n]{1,500})(?:\r\n\$\d{1,6}\r\n([^\r\n]{1,500}))?`,
      'y',
    ),
    before: ANY,
  })),
  {
    keyword: 'IDENTIFY ',
    pattern: new RegExp(String.raw`IDENTIFY (?:${WORD} )?(${WORD})${END}`, 'y'),
    before: /(?:serv|bot) :$/i,
  },
];

/** The number of characters before a keyword that are checked. */
const NEAR = 200;

const BY_KEYWORD = Map.groupBy(COMMANDS, ({ keyword }) => keyword.replace(/^AUTH $/, 'AUTH'));

export function* commandSecrets(text: string): Generator<Range, void, undefined> {
  for (const [keyword, commands] of BY_KEYWORD)
    for (let at = text.indexOf(keyword); at >= 0; at = text.indexOf(keyword, at + keyword.length)) {
      const ahead = text.slice(Math.max(0, at - NEAR), at);
      for (const command of commands) {
        const secret = secretOf(text, at, ahead, command);
        if (secret !== null) yield secret;
      }
    }
}

function secretOf(text: string, at: number, ahead: string, command: Command): Range | null {
  const { pattern, before, isSecret } = command;
  if (!before.test(ahead.slice(-40))) return null;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  const value = match?.slice(1).findLast(Boolean);
  if (match === null || value === undefined || isSecret?.(value, ahead) === false) return null;
  const start = at + match[0].lastIndexOf(value);
  return [start, start + value.length];
}
