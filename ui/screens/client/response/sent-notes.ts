// Remarks on the exchanges of a send.
import type { ExchangeRecord } from '../sends/exchanges.ts';

const WHY: Readonly<Record<ExchangeRecord['purpose'], string>> = {
  request: '',
  redirect: 'redirect',
  challenge: 'answers a challenge',
  token: 'token',
  script: 'script',
};

/** Returns the reason for an exchange; empty for that of the request itself. */
export function whyText(exchange: ExchangeRecord, before: ExchangeRecord | undefined): string {
  const why = WHY[exchange.purpose];
  const isNewHost = before !== undefined && hostOf(exchange.url) !== hostOf(before.url);
  return exchange.purpose === 'redirect' && isNewHost ? `${why}, new host` : why;
}

/** Returns the host that a redirect has led to without the authorization of the exchange before; null where it has it. */
export function notSent(before: ExchangeRecord, { purpose, url, headers }: ExchangeRecord): string | null {
  const has = (each: ExchangeRecord['headers']): boolean =>
    each.some(({ name }) => name.toLowerCase() === 'authorization');
  return purpose === 'redirect' && has(before.headers) && !has(headers) ? hostOf(url) : null;
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
