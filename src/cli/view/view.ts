// `proxyctl view`: reads the files, serves the page that shows them, and ends on a signal.
import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openChunks } from '../../traffic/recordings.ts';
import { Viewer } from '../../session/viewer.ts';
import { messageOf, UserError } from '../../base/errors.ts';
import { serveLocally, type LocalServer } from '../../control/local-server.ts';
import { SessionCodes } from '../../control/session-codes.ts';
import { viewerApi } from '../../control/viewer-api.ts';
import { say, untilSignal, welcome } from '../app/session.ts';
import { uiFiles } from '../app/ui-files.ts';
import { listenPort } from '../options.ts';
import { listenError } from '../../system/port-holder/listen-error.ts';

/** Milliseconds for which the page waits for files, so that most are whole when it opens. */
const SHOWN_AFTER_MS = 700;

export interface ViewFlags {
  readonly port: string;
  readonly open: boolean;
}

/** Shows the files. Resolves with the exit code after the viewer is stopped. */
export async function view(files: readonly string[], { port, open }: ViewFlags): Promise<number> {
  const wanted = listenPort('--port', port);
  const asked = untilSignal();
  const viewer = new Viewer(say);
  try {
    const opened = openFiles(viewer, files);
    // A large recording is shown while it is read.
    const isRead = await Promise.race([
      opened.then(() => true),
      delay(SHOWN_AFTER_MS, false, { ref: false }),
    ]);
    // The failure ends the page, too.
    if (!isRead)
      opened.then(
        () => say(`${files.join(', ')}: ${requests(viewer)} in all`),
        () => undefined,
      );
    await serve(viewer, wanted, { open, isRead, asked: Promise.race([asked, opened.then(() => asked)]) });
    return 0;
  } finally {
    await viewer.close();
  }
}

async function openFiles(viewer: Viewer, files: readonly string[]): Promise<void> {
  for (const file of files) await openFile(viewer, file);
  if (viewer.traffic.size === 0)
    throw new UserError('INVALID_FILE', `there are no requests in ${files.join(', ')}`);
}

async function openFile(viewer: Viewer, file: string): Promise<void> {
  const isInput = file === '-';
  const name = isInput ? 'standard input' : basename(file);
  const shown = isInput ? name : file;
  try {
    const chunks = isInput ? (process.stdin as AsyncIterable<Buffer>) : await openChunks(file);
    const { count, skipped } = await viewer.open({ name, chunks, path: isInput ? null : file });
    const [first] = skipped;
    if (first === undefined) return;
    const text = `${skipped.length} of ${count + skipped.length} entries left out; entry ${first.index}: ${first.reason}`;
    if (count === 0) throw new UserError('INVALID_FILE', text);
    say(`${shown}: ${text}`);
  } catch (error) {
    throw new UserError('INVALID_FILE', `${shown} cannot be opened: ${messageOf(error)}`, { cause: error });
  }
}

function requests({ traffic: { size } }: Viewer): string {
  return `${size} recorded ${size === 1 ? 'request' : 'requests'}`;
}

interface Serving {
  readonly open: boolean;
  /** False while files are read. */
  readonly isRead: boolean;
  /** Settles when the viewer is to end. */
  readonly asked: Promise<void>;
}

async function serve(viewer: Viewer, wanted: number, { open, isRead, asked }: Serving): Promise<void> {
  const files = uiFiles(say);
  files.catch((error: unknown) => say(`error: ${messageOf(error)}`));
  const codes = new SessionCodes();
  const port = (): number => server.port;
  const page = { codes, ui: () => files };
  const token = randomBytes(32).toString('hex');
  const server: LocalServer = await serveLocally(viewerApi({ viewer, token, port, page }), wanted).catch(
    async (error: unknown) => {
      throw new UserError('INVALID_PARAMETER', `${await listenError(wanted, error)} with --port`, {
        cause: error,
      });
    },
  );
  try {
    const shown = isRead ? requests(viewer) : 'requests while they are read,';
    say(`Showing ${shown} until interrupted (Ctrl-C)`);
    await files.catch(() => undefined);
    await welcome(`http://127.0.0.1:${server.port}/#code=${codes.issue()}`, open);
    await asked;
  } finally {
    await server.close();
  }
}
