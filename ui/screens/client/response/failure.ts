// Says why a send came to nothing: what failed, what was not sent, and the one action that most likely helps.
import { sizeText } from '../../../format/measures.ts';
import type { SendEnd, Untrusted } from '../sends/events.ts';
import type { Ended } from '../sends/state.ts';
import { mainExchange } from './shown.ts';

export type Remedy =
  /** `isGoingOn`: what was bounded begins again. */
  | { readonly type: 'send'; readonly isGoingOn?: boolean }
  /** Sends with the user there to sign in. */
  | { readonly type: 'signIn' }
  /** Sends once with another time-out. */
  | { readonly type: 'wait'; readonly timeoutMs: number };

export interface Failure {
  readonly title: string;
  readonly text: string;
  /** As the system or the library has it. */
  readonly code: string | null;
  /** Null where sending again would come to the same. */
  readonly remedy: Remedy | null;
}

interface Said {
  readonly title: string;
  /** Said before what was sent. */
  readonly text?: string;
  readonly remedy?: Remedy | null;
}

const AGAIN: Remedy = { type: 'send' };

export function failureOf(send: Ended): Failure {
  const { outcome, reason, received = 0, expected = null } = send.end;
  const text = reason ?? '';
  const code =
    send.end.untrusted?.code ??
    /\b((?:E[A-Z]{3,}|ERR_)[A-Z\d_]*|[A-Z]+(?:_[A-Z\d]+){2,})\b/.exec(text)?.[1] ??
    null;
  const { title, text: about, remedy = AGAIN } = saidOf(send.end);
  const arrived = received > 0 ? `${progressText(received, expected)} had arrived.` : '';
  const sentences = [about ?? '', outcome === 'refused' ? '' : sentText(send), arrived];
  return { title, text: sentences.filter((each) => each !== '').join(' '), code, remedy };
}

function saidOf(end: SendEnd): Said {
  if (end.untrusted !== undefined) return ofTrust(end.untrusted);
  if (end.program === undefined) return said(end);
  return {
    title: 'It starts a program that nobody has allowed',
    text: 'It runs with your rights on this machine. Look at the whole command first.',
    remedy: null,
  };
}

function said(end: SendEnd): Said {
  const reason = end.reason ?? '';
  switch (end.outcome) {
    case 'stopped':
      return stopped(end);
    case 'skipped':
      return { title: 'A script has skipped the request', remedy: null };
    case 'refused':
      return { title: 'The request cannot be sent', text: sentence(reason), remedy: null };
    case 'lost':
      return { title: 'Its end is not known', text: sentence(reason) };
    default:
      return KNOWN.reduce<Said | null>((known, make) => known ?? make(reason, end), null) ?? unknown(reason);
  }
}

function ofTrust({ host, port, isChanged, certificates }: Untrusted): Said {
  const name = port === 443 ? host : `${host}:${port}`;
  const [own] = certificates;
  const issuer = own === undefined ? '' : commonName(own.issuer);
  const signed =
    own === undefined || own.issuer === own.subject
      ? 'It is signed by itself.'
      : `It is signed by ${issuer}, which this machine does not know.`;
  return isChanged
    ? {
        title: `${name} shows another certificate than the one that is trusted`,
        text: `${signed} Somebody may be between, or the server has a new one.`,
        remedy: null,
      }
    : { title: `The certificate of ${name} is not trusted`, text: signed, remedy: null };
}

/** Names are one part a line, such as `CN=Harbor CA`. */
function commonName(name: string): string {
  return /^CN=(.+)$/m.exec(name)?.[1] ?? name.split('\n').join(', ');
}

function stopped({ reason, phase, received = 0, expected = null }: SendEnd): Said {
  const title = received > 0 ? `Stopped at ${progressText(received, expected)}` : 'Stopped';
  const isLimit = reason !== null && /\blimit\b/.test(reason);
  const text = isLimit ? sentence(reason) : phase === 'waiting' ? 'It waited for its turn.' : '';
  return { title, text, remedy: { type: 'send', isGoingOn: isLimit } };
}

/** A reason begins with its title, as the proxy has it: `The server could not be reached: a.test:80: …`. */
function unknown(reason: string): Said {
  const [, title, text] = /^([^:]{1,80}): (.+)$/s.exec(reason) ?? [];
  return title === undefined || text === undefined
    ? { title: 'The request failed', text: sentence(reason) }
    : { title: capital(title), text: sentence(text) };
}

/** The failures that are told in other words. Each returns null for a reason of another kind. */
const KNOWN: readonly ((reason: string, end: SendEnd) => Said | null)[] = [
  (reason) => {
    const [, host] =
      /host name could not be resolved[:( ]+(?:getaddrinfo \w+ )?([^\s()]+)/i.exec(reason) ?? [];
    return host === undefined ? null : { title: `${host} cannot be found`, text: 'No address in DNS.' };
  },
  (reason) => {
    const [, name] = /could not be reached: (\S+): connection refused/i.exec(reason) ?? [];
    return name === undefined
      ? null
      : { title: `Nothing listens on ${name}`, text: 'The connection was refused.' };
  },
  (reason) => {
    const [, name, why] =
      /certificate of the server is not trusted: (?:(\S+:\d+): )?(.+?)(?:\. Add its issuer|$)/.exec(reason) ??
      [];
    if (why === undefined) return null;
    const host = name?.replace(/:443$/, '') ?? 'the server';
    return { title: `The certificate of ${host} is not trusted`, text: sentence(why) };
  },
  (reason) => {
    const [, ms] = /was not complete within (\d+) ms/.exec(reason) ?? [];
    if (ms === undefined) return null;
    const timeoutMs = Number(ms);
    return {
      title: `No whole response within ${secondsText(timeoutMs)}`,
      remedy: { type: 'wait', timeoutMs: timeoutMs * 2 },
    };
  },
  (reason, { received = 0, expected = null }) => {
    if (!/server (?:closed|has closed) the connection/i.test(reason)) return null;
    if (received === 0) return { title: 'The server closed the connection', text: afterColon(reason) };
    return {
      title: `The connection was closed after ${progressText(received, expected)}`,
      text: 'The body has what arrived, and is cut.',
    };
  },
  (reason) =>
    reason.includes('needs a user at a terminal')
      ? {
          title: 'It needs you to sign in',
          text: 'The token is given on a page.',
          remedy: { type: 'signIn' },
        }
      : null,
];

/** Phases in which nothing has left. */
const BEFORE_SENT: ReadonlySet<string> = new Set(['waiting', 'scripts', 'token', 'dns', 'connect', 'tls']);

/** Says what has left. */
function sentText({ end, exchanges }: Ended): string {
  if (end.mayHaveActed === true) return 'The request was sent; the server may have acted on it.';
  const last = mainExchange(exchanges);
  // The proxy may have it, and the server nothing of it.
  const isBefore = BEFORE_SENT.has(end.phase ?? '');
  if (isBefore || last === undefined || (last.sentMs === null && last.connection === null))
    return 'Nothing of the request was sent.';
  return 'The request was sent.';
}

/** Returns `12 of 48 KB`, or only what arrived. */
export function progressText(received: number, expected: number | null): string {
  const all = expected === null ? null : sizeText(expected);
  const part = sizeText(received);
  if (all === null) return part;
  const unit = all.slice(all.indexOf(' '));
  return `${part.endsWith(unit) ? part.slice(0, -unit.length) : part} of ${all}`;
}

export function secondsText(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Number((ms / 1000).toPrecision(3))} s`;
}

function afterColon(reason: string): string {
  const text = reason.slice(reason.indexOf(':') + 1).trim();
  return reason.includes(':') ? sentence(text) : '';
}

function sentence(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  return capital(/[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`);
}

/** Names such as `a.test` stay as they are. */
function capital(text: string): string {
  return /^[a-z]+\b(?!\.\w)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
