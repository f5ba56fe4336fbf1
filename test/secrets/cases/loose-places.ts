// Places that say less: where words stand as well as secrets, and where secrets are in Base64.
import { header, body, json, uri, type SecretCarrier } from './messages.ts';

const bar = (head: string, ruler: string, row: string): string => [head, ruler, row, ''].join('\n');
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

/** Places where only a value that looks chosen or random is taken for a secret, since words stand there as well. */
export const loosePlaces: readonly SecretCarrier[] = [
  ['netrc', (s) => body('text/plain', `machine api.test\n  login me\n  password ${s}\n`)],
  ['netrc in a line', (s) => body('text/plain', `machine api.test login me password ${s}\n`)],
  ['Dockerfile', (s) => body('text/plain', `FROM a\nENV DB_PASSWORD ${s}\nENV B c\n`)],
  ['fish', (s) => body('text/plain', `set -x DB_PASSWORD ${s}\n`)],
  ['C', (s) => body('text/plain', `#define DB_PASSWORD "${s}"\n`)],
  ['sentence', (s) => body('text/plain', `Your temporary password is ${s}.`)],
  ['Markdown', (s) => body('text/markdown', `**Password:** \`${s}\``)],
  ['Markdown table', (s) => body('text/markdown', `| A | B |\n|---|---|\n| DB_PASSWORD | ${s} |\n`)],
  ['HTML table', (s) => body('text/html', `<tr><th>Password</th><td>${s}</td></tr>`)],
  ['HTML definition', (s) => body('text/html', `<dt>Password</dt><dd>${s}</dd>`)],
  ['HTML code', (s) => body('text/html', `<p>Your password: <code>${s}</code></p>`)],
  ['HTML sentence', (s) => body('text/html', `<p>Your password is <strong>${s}</strong></p>`)],
  [
    'MessagePack',
    (s) => body('application/msgpack', `\x81\xa8password${String.fromCharCode(0xa0 + s.length)}${s}`),
  ],
  ['CSV in a part', (s) => body('multipart/form-data', `--b\r\n\r\nuser,password\r\nme,${s}\r\n--b--`)],
  ['CSV in JSON', (s) => json({ file: `"user","password"\n"me","${s}"\n` })],
  ['Markdown columns', (s) => body('text/markdown', bar('| A | Password |', '|---|---|', `| a | ${s} |`))],
  ['psql', (s) => body('text/plain', bar(' id | password ', '----+----------', `  1 | ${s}`))],
  [
    'HTML columns',
    (s) =>
      body(
        'text/html',
        `<tr><th>User</th><th>Password</th></tr><tr><td>me</td><td><b>${s}</b></td></tr></table>`,
      ),
  ],
  ['Redis in a line', (s) => body('text/plain', `AUTH me ${s}\r\n`)],
  ['Redis setting', (s) => body('text/plain', `CONFIG SET requirepass ${s}\r\n`)],
  ['IRC', (s) => body('text/plain', `PRIVMSG NickServ :IDENTIFY ${s}\r\n`)],
  ['CBOR', (s) => body('application/cbor', `\xa1\x68password\x78${String.fromCharCode(s.length)}${s}`)],
  ['CBOR bytes', (s) => body('application/cbor', `\xa1\x68password\x58${String.fromCharCode(s.length)}${s}`)],
  ['BSON', (s) => body('application/bson', `\x02password\0${String.fromCharCode(s.length + 1)}\0\0\0${s}\0`)],
];

const coded = (text: string): string => Buffer.from(text).toString('base64');

/** Credentials that protocols have in Base64, and texts of several lines: the secret must not survive in either. */
export const codedPlaces: readonly SecretCarrier[] = [
  ['SMTP AUTH PLAIN', (s) => body('text/plain', `AUTH PLAIN ${coded(`\0me\0${s}`)}\r\n`)],
  ['IMAP AUTHENTICATE', (s) => body('text/plain', `a1 AUTHENTICATE PLAIN ${coded(`\0me\0${s}`)}\r\n`)],
  ['SMTP AUTH LOGIN', (s) => body('text/plain', `AUTH LOGIN\r\n${coded('some-user')}\r\n${coded(s)}\r\n`)],
  ['content of a file', (s) => json({ content: coded(`HOST=a.test\nDB_PASSWORD=${s}\nPORT=1234\n`) })],
  [
    'content in lines',
    (s) => json({ content: coded(`${'HOST=a\n'.repeat(12)}password: ${s}\n`).replace(/.{60}/g, '$&\n') }),
  ],
];

/** Documents in Base64: the secret must not survive in what is decoded. */
export const base64Places: readonly SecretCarrier[] = [
  ['cookie', (s) => header('Cookie', `state=${base64({ password: s })}`)],
  ['query', (s) => ({ path: `/a?d=${uri(base64({ password: s }))}` })],
  ['JSON value', (s) => json({ message: { data: base64({ client_secret: s }), id: '1' } })],
  ['header', (s) => header('X-Context', base64({ access_token: s }))],
  ['body', (s) => body('text/plain', base64([{ token: s }]).replaceAll('=', ''))],
];

/** Secrets for loose places. */
export const looseSecrets: readonly string[] = ['Zx8kQ2mVb71LpR4tYw9c', 'hunter22', 'c0rrect-h0rse'];

/** Secrets for named places: what people and services choose. */
export const namedSecrets: readonly string[] = [
  'Zx8kQ2mVb71LpR4tYw9c',
  'hunter22',
  'Tr0ub4dor+3/x=',
  'p4ss w0rd'.replace(' ', '_'),
  '{A40}',
];
