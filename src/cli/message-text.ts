// Renders a captured message for a terminal: start line, fields, body. Captured text is escaped, so that it cannot control
// the terminal.
import { styleText } from 'node:util';
import { byteSize, printable } from '../base/printable.ts';
import { formatJson } from '../codec/json-text.ts';
import type { BodyDetail, RequestDetail, ResponseDetail } from '../flow/detail.ts';

export function messageText(message: RequestDetail | ResponseDetail, colors: boolean): string {
  const paint = (color: 'bold' | 'cyan', text: string): string =>
    colors ? styleText(color, text, { validateStream: false }) : text;
  const first =
    'method' in message ? `${message.method} ${message.url}` : `${message.status} ${message.reason}`;
  const fields = message.headers.map(
    ({ name, value }) => `${paint('cyan', printable(name))}: ${printable(value)}`,
  );
  const body = bodyText(message.body);
  return [paint('bold', printable(first.trim())), ...fields, ...(body === '' ? [] : ['', body])].join('\n');
}

/** Renders a body: JSON with indentation, other text as it is, and the size of a binary one. */
export function bodyText(body: BodyDetail): string {
  if (typeof body !== 'string')
    return `[binary body of ${byteSize(body.size)}: write it to a file, as in "proxyctl show ID --body > FILE"]`;
  return lines(indented(body));
}

/** Formats JSON, keeping every digit and name; other text stays as it is. */
function indented(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  const { text: formatted, error, leftOut } = formatJson(text, text.length * 10, true);
  return error === null && leftOut === 0 ? formatted : text;
}

function lines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(printable).join('\t'))
    .join('\n');
}
