// Programs that sends would have started and nobody has allowed, until the user decides about them.
import { ParameterError } from '../../base/errors.ts';
import { Lru } from '../../base/lru.ts';
import type { AskedProgram } from '../../runs/runner/allowed-programs.ts';
import { rememberProgram } from '../../runs/runner/program-list.ts';

const MAX_ASKED = 200;

export class AskedPrograms {
  /** By fingerprint; the description has no values of variables. */
  readonly #asked = new Lru<string, AskedProgram>(MAX_ASKED);

  /** Notes a program: only one that was asked about can be allowed. */
  note(program: AskedProgram): void {
    this.#asked.set(program.fingerprint, program);
  }

  /** Allows a program on this machine, until it changes. Rejects with a ParameterError for one that no send asked about. */
  async allow(fingerprint: string): Promise<void> {
    const program = this.#asked.get(fingerprint);
    if (program === undefined)
      throw new ParameterError(
        'no send has asked about a program with this fingerprint: send the request first',
        {
          field: 'fingerprint',
        },
      );
    await rememberProgram(program);
  }
}
