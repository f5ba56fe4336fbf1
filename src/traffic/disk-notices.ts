// The sentences for the user about flows that the disk does not have, or does not give back.
type Say = (text: string) => void;

export class DiskNotices {
  readonly #say: Say;
  /** The flows that left since the disk did not take them, until that is said. */
  #unwritten = 0;
  #isUnreadableSaid = false;

  constructor(say: Say) {
    this.#say = say;
  }

  /** Flows left the list: the disk has not taken them, and memory is bounded. Said once, until the disk keeps up. */
  unwritten(count: number): void {
    if (this.#unwritten === 0)
      this.#say(
        'The disk is slower than the traffic: requests that memory has no room for are removed from the traffic list',
      );
    this.#unwritten += count;
  }

  /** The disk has taken all that memory has no room for. */
  keepsUp(): void {
    if (this.#unwritten === 0) return;
    this.#say(`The disk keeps up again; ${requests(this.#unwritten)} removed from the traffic list`);
    this.#unwritten = 0;
  }

  /** Flows were only in a file that is gone. */
  lost(count: number): void {
    this.#say(
      `${requests(count)} removed from the traffic list: only the session file had them, which was deleted or damaged`,
    );
  }

  /** Flows cannot be read. Said once. */
  unreadable(): void {
    if (this.#isUnreadableSaid) return;
    this.#isUnreadableSaid = true;
    this.#say('Requests cannot be read from the session file, and are missing from the traffic list');
  }
}

function requests(count: number): string {
  return count === 1 ? '1 request was' : `${count} requests were`;
}
