// A client's connection as the owner of connections to servers: those on which its user has logged in by NTLM or
// Negotiate are for nobody else (RFC 4559 section 6), and close together with it.

/** The connections to one origin that belong to one owner. */
export interface OwnedConnections {
  close(): void;
}

export class ConnectionOwner implements Disposable {
  readonly #owned: OwnedConnections[] = [];
  #isClosed = false;

  /** Closes these connections when the client's closes; at once when it has. */
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
