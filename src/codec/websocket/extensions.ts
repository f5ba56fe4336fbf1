// Parses the extensions that a server accepts in Sec-WebSocket-Extensions (RFC 6455 section 9.1, RFC 7692 section
// 7.1).

export type Extensions =
  | { readonly type: 'none' }
  | Deflate
  /** Frames may have another meaning, so they cannot be read. */
  | { readonly type: 'unreadable'; readonly reason: string };

/** Parameters of permessage-deflate. */
export interface Deflate {
  readonly type: 'deflate';
  /** True when a message may refer to the content of earlier ones. */
  readonly clientTakeover: boolean;
  readonly serverTakeover: boolean;
  /** Base-2 logarithm of the window size, 8 to 15. */
  readonly clientWindowBits: number;
  readonly serverWindowBits: number;
}

/** Parses the value of the response's field; several fields are joined by commas, and an absent one is empty. */
export function readExtensions(field: string): Extensions {
  const offers = splitOutside(field, ',')
    .map((offer) => splitOutside(offer, ';'))
    .filter(([name = '', ...rest]) => name !== '' || rest.length > 0);
  const [first, ...others] = offers;
  if (first === undefined) return { type: 'none' };
  const [name = '', ...parameters] = first;
  if (name.toLowerCase() !== 'permessage-deflate' || others.length > 0)
    return unreadable(`the extension ${JSON.stringify(field.trim().slice(0, 80))} is not known here`);
  return deflate(parameters);
}

function deflate(parameters: readonly string[]): Extensions {
  const seen = new Map<string, string | null>();
  for (const parameter of parameters) {
    const at = parameter.indexOf('=');
    const name = (at < 0 ? parameter : parameter.slice(0, at)).trim().toLowerCase();
    const value = at < 0 ? null : unquoted(parameter.slice(at + 1).trim());
    if (seen.has(name) || !isParameter(name, value))
      return unreadable(
        `permessage-deflate has the parameter ${JSON.stringify(parameter.slice(0, 60))} (RFC 7692 7.1)`,
      );
    seen.set(name, value);
  }
  return {
    type: 'deflate',
    clientTakeover: !seen.has('client_no_context_takeover'),
    serverTakeover: !seen.has('server_no_context_takeover'),
    clientWindowBits: Number(seen.get('client_max_window_bits') ?? 15),
    serverWindowBits: Number(seen.get('server_max_window_bits') ?? 15),
  };
}

function isParameter(name: string, value: string | null): boolean {
  if (name === 'client_no_context_takeover' || name === 'server_no_context_takeover') return value === null;
  if (name === 'client_max_window_bits' || name === 'server_max_window_bits')
    return value !== null && /^(?:[89]|1[0-5])$/.test(value);
  return false;
}

/** Splits at separators outside quotes, and trims the parts. */
function splitOutside(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = [];
  let quoted = false;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\' && quoted) at += 1;
    else if (char === '"') quoted = !quoted;
    else if (char === separator && !quoted) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  parts.push(text.slice(from).trim());
  return parts;
}

function unquoted(text: string): string {
  return /^".*"$/.test(text) ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
}

function unreadable(reason: string): Extensions {
  return { type: 'unreadable', reason };
}
