// Bodies in the order in which they were added, as an intrusive linked list: a Set would hash each body, and rebuild
// its table every few thousand. A removed body has no links, so that it keeps no other alive.

/** A body that can be in one list. Only the list sets these. */
export interface ListedBody<Body> {
  older: Body | null;
  newer: Body | null;
}

export class BodyList<Body extends ListedBody<Body>> {
  #oldest: Body | null = null;
  #newest: Body | null = null;

  /** Adds a body, which is in no list, as the newest. */
  add(body: Body): void {
    body.older = this.#newest;
    if (this.#newest === null) this.#oldest = body;
    else this.#newest.newer = body;
    this.#newest = body;
  }

  /** Removes a body, which is in this list. */
  remove(body: Body): void {
    const { older, newer } = body;
    if (older === null) this.#oldest = newer;
    else older.newer = newer;
    if (newer === null) this.#newest = older;
    else newer.older = older;
    body.older = body.newer = null;
  }

  /** Returns the oldest body that passes the test; null for none. */
  oldest(test: (body: Body) => boolean): Body | null {
    let body = this.#oldest;
    while (body !== null && !test(body)) body = body.newer;
    return body;
  }
}
