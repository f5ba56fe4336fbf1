// Holds the command's first connection to each group of ports until the listeners of the group are ready (see
// network.ts).
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { gatewayFound, gatewayLost, groupAskedFor } from './network.ts';

/** The listeners of groups of ports. */
interface GroupListeners {
  /** Resolves when each port of the group is listened on. */
  listen(group: number): Promise<void>;
  leave(group: number): void;
}

/**
 * Prints what the kernel asks for and runs the commands of its input, until that ends. What it asks before somebody
 * listens is asked again.
 */
const WATCH = 'ip -o monitor neigh & ip -force -batch -; kill $!; wait';

/** Each group takes 256 of the files that a process may open. */
const MAX_GROUPS = 32;

export class HeldConnections {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #listeners: GroupListeners;
  /** The groups that are listened on, the oldest first. */
  readonly #groups = new Set<number>();

  constructor(listeners: GroupListeners) {
    this.#listeners = listeners;
    // Detached, because Ctrl-C on the terminal is meant for the command, which may continue.
    this.#child = spawn('sh', ['-c', WATCH], { stdio: ['pipe', 'pipe', 'ignore'], detached: true });
    this.#child.stdin.on('error', () => undefined);
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const group = groupAskedFor(line);
      if (group !== null && !this.#groups.has(group)) void this.#add(group);
    });
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.stdin.end();
    await once(this.#child, 'exit');
  }

  async #add(group: number): Promise<void> {
    this.#groups.add(group);
    const [oldest] = this.#groups;
    if (this.#groups.size > MAX_GROUPS && oldest !== undefined) this.#remove(oldest);
    await this.#listeners.listen(group);
    this.#child.stdin.write(gatewayFound(group));
  }

  /** The next packet to the group, of whatever connection, makes the kernel ask again. */
  #remove(group: number): void {
    this.#groups.delete(group);
    this.#child.stdin.write(gatewayLost(group));
    this.#listeners.leave(group);
  }
}
