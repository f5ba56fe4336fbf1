// A process that edits requests of a workspace all the time, as the command line and assistants do: the folder and the
// ids of the requests are its arguments. It prints each change when it is done, and ends when its input does.
import { Workspace } from '../../src/collections/storage/workspace.ts';
import { openWorkspace } from './workspace-calls.ts';

const [folder = '', collection = '', ...ids] = process.argv.slice(2);

const over = new AbortController();
process.stdin.on('end', () => over.abort()).resume();

const calls = openWorkspace({ open: () => Promise.resolve(new Workspace(folder)) });
for (let count = 1; !over.signal.aborted; count += 1)
  for (const id of ids) {
    const changes = { docs: `docs ${count}`, headers: { Accept: `type/${count}` } };
    await calls.call('update_request', { collection, request: id, changes });
    process.stdout.write(`${id} ${count}\n`);
  }
await calls[Symbol.asyncDispose]();
