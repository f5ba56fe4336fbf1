// A process that writes exchanges to a session file until it is killed. It prints the id of each with the time at which
// the file was handed it, and of those that it removed, with a minus.
import { SessionFile } from '../../src/traffic/session-file/session-file.ts';
import { capturedFlow, flowHome } from './flows.ts';

/** Milliseconds between two groups of exchanges. */
const PAUSE_MS = 5;
const GROUP = 5;
const LARGE_BYTES = 300_000;

const [path = ''] = process.argv.slice(2);
const file = new SessionFile(path, flowHome().captures, {
  written: () => undefined,
  lost: () => undefined,
  say: (text) => process.stderr.write(`${text}\n`),
});
const isRemoving = Math.random() < 0.2;
let id = 0;
setInterval(() => {
  let lines = '';
  for (let i = 0; i < GROUP; i += 1) {
    id += 1;
    const body = `body ${id} `.repeat(id % 500 === 0 ? LARGE_BYTES / 10 : 1);
    file.write(capturedFlow({ id, response: { head: ['HTTP/1.1 200 OK'], body } }));
    lines += `${id} ${Date.now()}\n`;
  }
  // Overwriting what is removed waits for the disk: most lives go without.
  if (isRemoving && id % 500 === 0) {
    file.remove([id - 10]);
    lines += `-${id - 10} ${Date.now()}\n`;
  }
  process.stdout.write(lines);
}, PAUSE_MS);
