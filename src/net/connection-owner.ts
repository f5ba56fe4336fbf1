// A client's connection as the owner of upstream connections. A connection on which its user logged in by NTLM or
// Negotiate serves no other client (RFC 4559 section 6), and closes together with the owner.

/** The connections to one origin that belong to one owner. */
export interface OwnedConnections {
  close(): void;
}

export class ConnectionOwner implements Disposable {
  readonly #owned: OwnedConnections[] = [];
  #isClosed = false;

  /** Closes these connections when the client's connection closes; at once when it is closed already. */
  bind(connections: OwnedConnections): void {
    if (this.#isClosed) connections.close();
    else this.#owned.push(connections);
  }

  /** Called when the client's connection has closed, or speaks another protocol. */
  close(): void {
    this.#isClosed = true;
    for (const connections of this.#owned.splice(0)) connections.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
