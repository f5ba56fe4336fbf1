// The owners of authenticated connections, by credentials. One request at a time uses an owner's connections. They
// stay open for later requests with the same credentials.
import { ConnectionOwner } from '../../net/connection-owner.ts';

/** The number of owners that wait for another request. */
const MAX_IDLE = 32;

/** A borrowed owner. Disposing of it frees the connections for the next request. */
export interface BorrowedOwner extends Disposable {
  readonly owner: ConnectionOwner;
}

export class ConnectionOwners {
  /** The least recently used first. */
  readonly #idle: { readonly name: string; readonly owner: ConnectionOwner }[] = [];

  /** Returns the owner that was last used with this name, or a new one. */
  take(name: string): BorrowedOwner {
    const index = this.#idle.findLastIndex((each) => each.name === name);
    const owner = this.#idle[index]?.owner ?? new ConnectionOwner();
    if (index >= 0) this.#idle.splice(index, 1);
    return { owner, [Symbol.dispose]: () => this.#putBack(name, owner) };
  }

  close(): void {
    for (const { owner } of this.#idle.splice(0)) owner.close();
  }

  #putBack(name: string, owner: ConnectionOwner): void {
    this.#idle.push({ name, owner });
    if (this.#idle.length > MAX_IDLE) this.#idle.shift()?.owner.close();
  }
}
