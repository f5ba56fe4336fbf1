// Parameters for headers and bodies, and the header lines built from them.
import { z } from 'zod';
import { octetLines, octetsOfText } from '../../../base/octets.ts';
import { TOKEN } from '../../../base/http-syntax.ts';
import { authorityOf } from '../../../flow/destination.ts';
import type { FlowTarget } from '../../../flow/flow.ts';
import type { HeaderLines } from '../../../proxy/hooks.ts';

const NAME = 'the name of a header, such as "Content-Type"';
const VALUE = 'a text without line breaks';
const HEADERS = 'an object of names with values or null, or a list of {"name", "value"}';
const BODY = 'a text, or {"base64": "…"}';

const headerName = z.string(NAME).regex(TOKEN, NAME);
const headerValue = z.string(VALUE).regex(/^[^\0\r\n]*$/, VALUE);
const headerList = z.array(z.strictObject({ name: headerName, value: headerValue }, '{"name", "value"}'));
const headerChanges = z.record(z.string(), headerValue.nullable()).superRefine((changes, context) => {
  for (const name of Object.keys(changes))
    if (!TOKEN.test(name)) context.addIssue({ code: 'custom', path: [name], input: name, message: NAME });
});

export type HeaderInput = z.output<typeof headerList> | z.output<typeof headerChanges>;

/**
 * Headers as an object or a list. A plain union would only report that neither shape fits; this schema validates the
 * given shape.
 */
export const headersParameter = z.union([headerList, headerChanges], HEADERS).superRefine(forbidUpgrade);

/** A body as a text or in base64; the output is its bytes. */
export const bodyParameter = z
  .union([z.string(), z.strictObject({ base64: z.base64('bytes in base64') })], BODY)
  .transform((body) => (typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.base64, 'base64')));

/** Rejects Upgrade: a request that switches protocols would have no end to wait for. */
function forbidUpgrade(headers: HeaderInput, context: z.RefinementCtx): void {
  const names = Array.isArray(headers) ? headers.map(({ name }) => name) : Object.keys(headers);
  const found = names.find((name) => name.toLowerCase() === 'upgrade');
  if (found === undefined || (!Array.isArray(headers) && headers[found] === null)) return;
  const message = 'headers without Upgrade: requests that switch protocols cannot be sent from here';
  context.addIssue({ code: 'custom', input: found, message });
}

/**
 * Applies the headers parameter: a list replaces all headers; an object sets those with the same name, and null removes
 * them.
 */
export function applyHeaderInput(before: HeaderLines, input: HeaderInput | undefined): HeaderLines {
  if (input === undefined) return before;
  if (Array.isArray(input))
    return octetLines(
      input.map(({ name, value }) => [name, value] as const),
      before,
    );
  return Object.entries(input).reduce<HeaderLines>(withHeader, before);
}

/** Replaces the first header of that name with the new value, and removes the others. */
function withHeader(lines: HeaderLines, [name, value]: readonly [string, string | null]): HeaderLines {
  const isNamed = ([each]: readonly [string, string]): boolean => each.toLowerCase() === name.toLowerCase();
  const first = lines.findIndex(isNamed);
  if (value === null) return lines.filter((line) => !isNamed(line));
  const line = [name, octetsOfText(value)] as const;
  if (first < 0) return [...lines, line];
  return lines.flatMap((each, index) => (index === first ? [line] : isNamed(each) ? [] : [each]));
}

const FRAMING: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'trailer',
  'upgrade',
  'te',
  'connection',
]);

/** Removes framing headers, which are set again on sending, and headers of the old connection. */
export function withoutFraming(lines: HeaderLines): HeaderLines {
  return lines.filter(([name]) => !FRAMING.has(name.toLowerCase()));
}

/** Removes the content coding, for an uncompressed body. */
export function withoutCoding(lines: HeaderLines): HeaderLines {
  return lines.filter(([name]) => name.toLowerCase() !== 'content-encoding');
}

/** Joins all Cookie headers into one, in place of the first. */
export function withOneCookie(lines: HeaderLines): HeaderLines {
  const isCookie = ([name]: readonly [string, string]): boolean => name.toLowerCase() === 'cookie';
  const first = lines.findIndex(isCookie);
  const value = lines
    .filter(isCookie)
    .map(([, cookie]) => cookie)
    .join('; ');
  return lines.flatMap((line, index) =>
    index === first ? [[line[0], value] as const] : isCookie(line) ? [] : [line],
  );
}

/** Puts a Host header first, unless there is one. */
export function withHost(lines: HeaderLines, target: FlowTarget): HeaderLines {
  if (lines.some(([name]) => name.toLowerCase() === 'host')) return lines;
  return [['Host', authorityOf(target)], ...lines];
}
