// Checks that a proxy does its job before it is measured: the right body arrives, decrypted with a
// certificate of its CA, and ours has the exchange in its flow list.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bodyOf } from '../origins/body.ts';
import { connect, Exchanges, requestHead } from '../load/connection.ts';
import type { OriginPorts } from '../origins/origin.ts';
import type { Subject } from './index.ts';

const BYTES = 1024;

/** Checks a subject; rejects with the error. */
export async function check(subject: Subject, ports: OriginPorts): Promise<void> {
  for (const secure of [false, true]) {
    const mark = randomUUID();
    const body = await fetchThrough(
      subject,
      secure ? ports.secure : ports.plain,
      secure,
      `/${BYTES}?${mark}`,
    );
    if (!body.equals(bodyOf(BYTES))) throw new Error(`${subject.name} changed the body`);
    if (subject.home !== null) await checkCaptured(subject, subject.home, mark, secure);
  }
}

/** Returns the number of flows that ours has. */
export async function flowCount(subject: Subject): Promise<number> {
  const { flowCount } = (await api(subject, subject.home ?? '', '/api/status')) as { flowCount: number };
  return flowCount;
}

async function fetchThrough(subject: Subject, port: number, secure: boolean, path: string): Promise<Buffer> {
  const via = { port, secure, proxyPort: subject.port, tunnel: subject.tunnel };
  const pieces: Buffer[] = [];
  const ca = secure ? readFileSync(subject.caPath, 'utf8') : undefined;
  const exchanges = new Exchanges(await connect(via, 'localhost', 'http/1.1', ca), (piece) =>
    pieces.push(piece),
  );
  const error = await new Promise<string | null>((resolve) => {
    exchanges.send(requestHead(via, 'localhost', path, 0), 0, resolve);
  });
  exchanges.close();
  if (error !== null) throw new Error(error);
  return Buffer.concat(pieces);
}

async function checkCaptured(subject: Subject, home: string, mark: string, secure: boolean): Promise<void> {
  const found = (await api(subject, home, `/api/flows?search=${mark}`)) as {
    id: number;
    decrypted: boolean;
  }[];
  const [flow] = found;
  if (flow === undefined || found.length !== 1 || flow.decrypted !== secure)
    throw new Error(`the flow list does not hold the exchange: ${JSON.stringify(found)}`);
  const detail = (await api(subject, home, `/api/flows/${flow.id}`)) as { response?: { body?: unknown } };
  if (detail.response?.body !== bodyOf(BYTES).toString('latin1'))
    throw new Error('the flow has another body');
}

/** Sends a request to our Control API. */
export async function api({ port }: Subject, home: string, path: string): Promise<unknown> {
  const token = readFileSync(join(home, 'api-token'), 'latin1').trim();
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'X-Proxy-Token': token } });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  return response.json();
}
