// The API of a measured app: its settings, and what it has captured.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ControlClient } from '../../src/control/client.ts';
import { TOKEN_HEADER } from '../../src/control/token.ts';
import type { Subject } from './index.ts';

export async function changeSettings(subject: Subject, changes: object): Promise<void> {
  await appRpc(subject, 'update_settings', { changes });
}

/** Calls a method of the app; rejects with an Error that has what the app says. */
export async function appRpc(subject: Subject, method: string, params: object): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${subject.port}/api/rpc`, {
    method: 'POST',
    headers: { [TOKEN_HEADER]: await tokenOf(subject) },
    body: JSON.stringify({ method, params }),
  });
  if (!response.ok) throw new Error(`${method} fails: ${await response.text()}`);
  return ((await response.json()) as { readonly result: unknown }).result;
}

/** Returns the bytes that were captured of the newest response that matches a filter. */
export async function capturedBytes(subject: Subject, filter: string): Promise<number> {
  const client = new ControlClient(subject.port, await tokenOf(subject));
  const flow = (await client.flows({ filter })).at(-1);
  if (flow === undefined) throw new Error(`no request matches ${filter}`);
  return (await client.body(flow.id, 'response')).length;
}

async function tokenOf({ home }: Subject): Promise<string> {
  if (home === null) throw new Error('the subject has no data folder');
  return (await readFile(join(home, 'api-token'), 'utf8')).trim();
}
