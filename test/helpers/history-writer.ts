// Writes sends with their responses into the history of a folder until it is killed, and prints the number of each that
// is written.
import { ClientHistory } from '../../src/session/history/index.ts';
import { sentEntry, sentResponse } from './history-entries.ts';

const [, , folder = ''] = process.argv;
const history = new ClientHistory({ folder, emit: () => undefined });
const run = String(Date.now());
for (let at = 0; ; at += 1) {
  const entry = sentEntry({ id: `${run}-${at}`, time: Date.now(), name: 'x'.repeat(20_000) });
  history.sent(entry, sentResponse(entry, Buffer.alloc(100_000, 'b')));
  await history.settled();
  process.stdout.write(`${entry.id}\n`);
}
