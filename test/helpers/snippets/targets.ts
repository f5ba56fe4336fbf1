// Request targets as rewritten by clients that do not send them unchanged.

/** RFC 3986 allows all others. */
export function rfc3986(target: string): string {
  if (target === '*') return '/';
  return target.replace(/%(?![\da-f]{2})|[^\w.~!$&'()*+,;=:@/?%-]/gi, percent);
}

/**
 * Returns the target as the URL Standard parses and serializes it, after encoding what would end the target
 * or turn into a slash.
 */
export function urlStandard(target: string): string {
  if (target === '*') return '/';
  const { pathname, search } = new URL(`http://a${withoutMeaning(target)}`);
  return pathname + search + (target.endsWith('?') && search === '' ? '?' : '');
}

/** Returns the target as OkHttp serializes it. */
export function okHttp(target: string): string {
  if (target === '*') return '/';
  const [path, query] = splitQuery(withoutMeaning(target));
  const sent = withoutDots(path.replace(/["<>`{}|]/g, percent));
  return query === undefined ? sent : `${sent}?${query.replace(/["'<>]/g, percent)}`;
}

export function ascii(target: string): string {
  return target.replace(/[^\x21-\x7e]/g, percent);
}

/** Returns the target with the hex digits of escapes in upper case. */
export function upperHex(target: string): string {
  return target.replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase());
}

/** Returns the target without escapes of characters that need none. */
export function withoutPlainEscapes(target: string): string {
  const plain = (code: string): string => String.fromCharCode(Number(`0x${code.slice(1)}`));
  return target.replace(/%[\da-f]{2}/gi, (code) => (/[\w.~-]/.test(plain(code)) ? plain(code) : code));
}

/** Returns the target without dot segments (RFC 3986 section 5.2.4). */
export function withoutDots(target: string, dots = /^(?:\.|%2e){1,2}$/i): string {
  const [path, query] = splitQuery(target);
  const sent: string[] = [];
  const segments = path.split('/').slice(1);
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    const isDots = dots.test(segment);
    if (isDots && segment.replace(/%2e/gi, '.') === '..') sent.pop();
    if (!isDots) sent.push(segment);
    else if (isLast) sent.push('');
  }
  return `/${sent.join('/')}${query === undefined ? '' : `?${query}`}`;
}

function withoutMeaning(target: string): string {
  const [path, query] = splitQuery(target);
  const encoded = path.replace(/[\\^#]|[^\x21-\x7e]/g, percent);
  return query === undefined ? encoded : `${encoded}?${query.replace(/#|[^\x21-\x7e]/g, percent)}`;
}

/** A question mark after a # starts no query, unless the # is encoded. */
function splitQuery(target: string): readonly [string, string | undefined] {
  const at = target.indexOf('?');
  return at < 0 ? [target, undefined] : [target.slice(0, at), target.slice(at + 1)];
}

function percent(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
