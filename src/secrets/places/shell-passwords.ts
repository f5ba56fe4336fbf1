// Finds passwords in the arguments of commands: `curl -u me:…`, `sshpass -p …`, `mysql -p…`, `unzip -P …` and others.
import type { Range } from './command-lines.ts';
import { hasVariety } from '../values/plausible.ts';

interface Tool {
  readonly names: string;
  /** The arguments between the name of the tool and its secret. */
  readonly lead: RegExp;
  /** True when the option may also mean something else; then only a value that looks chosen is a secret. */
  readonly isLoose?: true;
}

const TOOLS: readonly Tool[] = [
  {
    names: 'curl http https xh wget',
    lead: / (?:-u|--user|--proxy-user|-a|--auth)(?: +|=)\\*["']?[^\s:"'/]{1,100}:/,
  },
  { names: 'lftp', lead: / -u +[^\s,]{1,100},/ },
  { names: 'sshpass', lead: / +-p */ },
  { names: 'docker podman helm oras az', lead: / login\b[^\n]{0,100}? -p +/ },
  { names: 'mysql mysqldump mysqladmin mariadb', lead: / -p(?=[^\s-])/ },
  { names: 'ldapsearch ldapmodify ldapadd ldapdelete ldapwhoami ldappasswd', lead: / -w +/ },
  { names: 'openssl', lead: / -pass(?:in|out)? +pass:/ },
  { names: 'ConvertTo-SecureString', lead: /^ +(?:-String +)?(?=\\*["'])/ },
  { names: 'unzip zip sqlcmd bcp ipmitool', lead: / -P +/, isLoose: true },
  { names: '7z 7za 7zz', lead: / -p(?=[^\s-])/, isLoose: true },
  { names: 'redis-cli', lead: / -a +/, isLoose: true },
  { names: 'mongosh mongo mongodump mongorestore mongoexport mongoimport', lead: / -p +/, isLoose: true },
  { names: 'htpasswd', lead: / -[A-Za-z]{0,5}b[A-Za-z]{0,5} +\S{1,200} +\S{1,100} +/, isLoose: true },
  { names: 'keytool jarsigner', lead: / -(?:src|dest|new)?(?:store|key)?pass +/, isLoose: true },
  { names: 'erl', lead: / -setcookie +/, isLoose: true },
  { names: 'net', lead: / use [^\n]{0,200}? \/user:\S{1,100} +/i, isLoose: true },
  { names: 'xfreerdp wfreerdp', lead: / \/p:/, isLoose: true },
  { names: 'smbclient rpcclient', lead: / -U +\\*["']?[^\s%]{1,100}%/, isLoose: true },
  { names: 'vault bw', lead: / login (?:\S{1,100}@\S{1,100} )?/, isLoose: true },
];

const BY_NAME = new Map(TOOLS.flatMap((tool) => tool.names.split(' ').map((name) => [name, tool] as const)));
const NAME = new RegExp(String.raw`(?<![\w-])(?:${[...BY_NAME.keys()].join('|')})(?= )`, 'g');
const VALUE = /\\*["']?([^\s"'\\$][^\s"'\\]{0,300})/y;

/** The number of characters of one command's arguments that are searched. */
const NEAR = 400;

export function* shellPasswords(text: string): Generator<Range, void, undefined> {
  yield* changedPasswords(text);
  if (!/ [-/][puawAPUbsdnk]|-SecureString| login /.test(text)) return;
  for (const { index, 0: name } of text.matchAll(NAME)) {
    const { lead, isLoose = false } = BY_NAME.get(name)!;
    const from = index + name.length;
    const line = /^[^\n]*/.exec(text.slice(from, from + NEAR))![0];
    let at = 0;
    for (let match = lead.exec(line); match !== null; match = lead.exec(line.slice(at))) {
      at += match.index + match[0].length;
      VALUE.lastIndex = at;
      const value = VALUE.exec(line)?.[1];
      if (value === undefined) continue;
      const end = from + VALUE.lastIndex;
      if (!isLoose || hasVariety(value)) yield [end - value.length, end];
    }
  }
}

/** Yields the password of `echo "me:…" | chpasswd`. */
function* changedPasswords(text: string): Generator<Range, void, undefined> {
  if (!text.includes('|') || !text.includes('chpasswd')) return;
  const pattern = /\becho +\\*["']?[\w.-]{1,60}:([^\s"'\\|$]{1,200})\\*["']? *\| *(?:sudo +)?chpasswd\b/g;
  for (const { index, 0: whole, 1: value = '' } of text.matchAll(pattern)) {
    const start = index + whole.indexOf(':') + 1;
    yield [start, start + value.length];
  }
}
