// A session that an earlier start of the app left in its data folder.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SessionFile } from '../../src/traffic/session-file/session-file.ts';
import { capturedFlow, flowHome } from './flows.ts';

/** Leaves a session with so many requests to `http://example.test/kept/…`; returns the name of its file. */
export async function leaveSession(
  home: string,
  requests: number,
  name = '20260102T030405678Z-1.proxysession',
): Promise<string> {
  const folder = join(home, 'traffic');
  mkdirSync(folder, { recursive: true });
  const events = { written: () => undefined, lost: () => undefined, say: () => undefined };
  const file = new SessionFile(join(folder, name), flowHome().captures, events);
  for (let id = 1; id <= requests; id += 1) {
    const request = { head: [`GET /kept/${id} HTTP/1.1`, 'Host: example.test'] };
    file.write(capturedFlow({ id, request }));
  }
  await file.close(true);
  return name;
}
