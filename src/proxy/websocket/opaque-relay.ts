// Passes bytes that cannot be read, because the two sides agreed on an unknown extension.
import type { Inlet, DirectionRelay, Outlet } from './direction-relay.ts';

export class OpaqueRelay implements DirectionRelay {
  readonly closing = false;
  readonly #inlet: Inlet;
  readonly #outlet: Outlet;

  constructor(inlet: Inlet, outlet: Outlet) {
    this.#inlet = inlet;
    this.#outlet = outlet;
  }

  bytes(bytes: Buffer): void {
    if (!this.#outlet.write(bytes)) this.#inlet.pause();
  }

  ended(): void {
    this.#outlet.end();
  }

  drained(): void {
    this.#inlet.resume();
  }

  inject(): boolean {
    return false;
  }

  whenDone(done: () => void): void {
    done();
  }

  stop(): void {
    // Nothing is buffered.
  }
}
