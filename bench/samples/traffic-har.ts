// Sample traffic as a HAR file, like that of APIs and pages: a quarter of the responses are pages, the rest
// JSON; a fifth of the requests have a body.

export interface TrafficKind {
  /** The number of the first request; no two requests are alike. */
  readonly first: number;
  readonly requests: number;
  /** The approximate size of each response. */
  readonly bodyBytes: number;
}

export async function* harPieces({ first, requests, bodyBytes }: TrafficKind): AsyncGenerator<Buffer, void> {
  yield Buffer.from('{"log":{"version":"1.2","creator":{"name":"bench","version":"1"},"entries":[');
  for (let at = first; at < first + requests; at += 1) {
    const comma = at === first ? '' : ',';
    yield await Promise.resolve(Buffer.from(comma + JSON.stringify(entryOf(at, bodyBytes))));
  }
  yield Buffer.from(']}}');
}

function entryOf(at: number, bodyBytes: number): object {
  const isPage = at % 4 === 3;
  const sends = at % 5 === 0;
  const type = isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
  const text = isPage ? page(at, bodyBytes) : list(at, bodyBytes);
  return {
    startedDateTime: new Date(Date.UTC(2026, 0, 1) + at * 100).toISOString(),
    time: 40 + (at % 200),
    request: {
      method: sends ? 'POST' : 'GET',
      url: `https://host${at % 20}.example.test/api/v1/items/${at}?page=${at % 10}&sort=name`,
      httpVersion: 'HTTP/1.1',
      headers: headersOf([...ASKED, ['Host', `host${at % 20}.example.test`]]),
      ...(sends && { postData: { mimeType: 'application/json', text: list(at, 1000) } }),
    },
    response: {
      status: at % 50 === 7 ? 500 : 200,
      statusText: 'OK',
      httpVersion: 'HTTP/1.1',
      headers: headersOf([...ANSWERED, ['Content-Type', type], ['X-Request-Id', `request-${at}`]]),
      content: { size: text.length, mimeType: type, text },
    },
    timings: { send: 1, wait: 30 + (at % 200), receive: 9 },
  };
}

function list(at: number, bytes: number): string {
  const items: string[] = [];
  for (let size = 0; size < bytes; size += items.at(-1)!.length + 1) {
    const key = items.length;
    const item = {
      id: at * 1000 + key,
      uuid: `3f2504e0-4f89-41d3-9a0c-${String(at * 7919 + key).padStart(12, '0')}`,
      name: `Product ${key} of list ${at}`,
      price: ((key * 13) % 9999) / 100,
      tags: ['new', 'sale', `tag-${key}`],
      url: `https://shop.example.test/products/${at}/${key}?ref=list`,
      created: `2026-01-${String((key % 28) + 1).padStart(2, '0')}T12:00:00.000Z`,
      active: key % 2 === 0,
    };
    items.push(JSON.stringify(item));
  }
  return `{"page":${at},"items":[${items.join(',')}]}`;
}

function page(at: number, bytes: number): string {
  let html = `<!DOCTYPE html><html lang="en"><head><title>Page ${at}</title></head><body>\n`;
  for (let card = 0; html.length < bytes; card += 1)
    html += `<div class="card card-${card}"><a href="/articles/${at}/${card}"><h2>Headline ${card}</h2></a><p>What the article says in a few words, as of 2026-01-01.</p></div>\n`;
  return `${html}</body></html>`;
}

type Pair = readonly [name: string, value: string];

function headersOf(pairs: readonly Pair[]): readonly object[] {
  return pairs.map(([name, value]) => ({ name, value }));
}

const ASKED: readonly Pair[] = [
  [
    'User-Agent',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0 Safari/537.36',
  ],
  ['Accept', 'application/json, text/plain, */*'],
  ['Accept-Language', 'en-US,en;q=0.9'],
  ['Accept-Encoding', 'gzip, deflate, br'],
  ['Referer', 'https://www.example.test/list'],
  ['Origin', 'https://www.example.test'],
  ['Cookie', 'theme=dark; lang=en; visits=12'],
  ['Sec-Fetch-Dest', 'empty'],
  ['Sec-Fetch-Mode', 'cors'],
  ['Sec-Fetch-Site', 'same-site'],
  ['Connection', 'keep-alive'],
];

const ANSWERED: readonly Pair[] = [
  ['Date', 'Thu, 01 Jan 2026 00:00:00 GMT'],
  ['Server', 'origin'],
  ['Cache-Control', 'no-cache'],
  ['ETag', 'W/"695646c0"'],
  ['Vary', 'Accept-Encoding'],
  ['Strict-Transport-Security', 'max-age=31536000'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Access-Control-Allow-Origin', 'https://www.example.test'],
  ['Connection', 'keep-alive'],
];
