// Recorded requests as `proxyctl view` shows them, served from this process.
import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { openChunks } from '../../src/traffic/recordings.ts';
import { Viewer } from '../../src/session/viewer.ts';
import { uiFiles } from '../../src/cli/app/ui-files.ts';
import { serveLocally, type LocalServer } from '../../src/control/local-server.ts';
import { SessionCodes } from '../../src/control/session-codes.ts';
import { viewerApi } from '../../src/control/viewer-api.ts';
import type { TestApp } from './app.ts';
import { ask } from './ask.ts';

export interface TestViewer extends Pick<TestApp, 'port' | 'codes' | 'api' | 'close'> {
  readonly traffic: Viewer['traffic'];
}

export async function startTestViewer(file: string): Promise<TestViewer> {
  const viewer = new Viewer();
  await viewer.open({ name: basename(file), chunks: await openChunks(file), path: file });
  const codes = new SessionCodes();
  const files = uiFiles(() => undefined);
  const port = (): number => server.port;
  const token = randomBytes(32).toString('hex');
  const server: LocalServer = await serveLocally(
    viewerApi({ viewer, token, port, page: { codes, ui: () => files } }),
    0,
  );
  const close = async (): Promise<void> => {
    await server.close();
    await viewer.close();
  };
  const api: TestApp['api'] = (path, asked = {}) =>
    ask(`http://127.0.0.1:${port()}${path}`, {
      ...asked,
      headers: { 'X-Proxy-Token': token, ...asked.headers },
    });
  return { port, codes, api, traffic: viewer.traffic, close };
}
