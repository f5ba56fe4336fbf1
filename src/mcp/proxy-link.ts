// The assistant server's connection to the running proxy. The proxy may start, stop and move to another port at any
// time.
import { defaultPort } from '../base/default-port.ts';
import { controlClient, type ControlClient } from '../control/client.ts';
import { savedPort } from '../control/saved-port.ts';

export class ProxyLink {
  readonly #home: string;
  readonly #port: number | null;
  readonly #say: (text: string) => void;

  /** `port`: that of `--port`; null for the one of the app. `say`: tells the user of the API token's file. */
  constructor(home: string, port: number | null, say: (text: string) => void) {
    this.#home = home;
    this.#port = port;
    this.#say = say;
  }

  /** Resolves with a client of the proxy on its present port; whether one listens there, only a request tells. */
  async client(): Promise<ControlClient> {
    const port = this.#port ?? (await savedPort(this.#home)) ?? defaultPort;
    return controlClient(this.#home, port, this.#say);
  }

  /** Runs a method of the app. Rejects with an Error that says what to start where there is none. */
  async rpc(method: string, params: object, signal?: AbortSignal): Promise<unknown> {
    return (await this.client()).rpc(method, params, signal);
  }
}
