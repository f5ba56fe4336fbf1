// The outputs that settings name. They follow finished exchanges from the first output on; all of them change together,
// or none.
import type { Flow } from '../../flow/flow.ts';
import type { Capture } from '../capture.ts';
import { autosave } from './autosave.ts';
import type { OutputKind, OutputSettings } from './contract.ts';
import { ndjson } from './ndjson.ts';
import { otlp } from './otlp.ts';
import { SettingOutput, type OutputChange } from './setting-output.ts';

const outputKinds: readonly OutputKind[] = [ndjson, otlp, autosave];

export class Outputs {
  readonly #capture: Capture;
  readonly #outputs: readonly SettingOutput[];
  #isFollowing = false;

  constructor(capture: Capture, say: (text: string) => void) {
    this.#capture = capture;
    this.#outputs = outputKinds.map((kind) => new SettingOutput(kind, say));
  }

  /** Opens the outputs of the settings. Rejects with a SettingError when one cannot be opened. */
  async prepare(settings: OutputSettings): Promise<OutputChange> {
    const changes: OutputChange[] = [];
    const undo = async (): Promise<void> => {
      for (const change of changes) await change.undo();
    };
    try {
      for (const output of this.#outputs) changes.push(await output.prepare(settings));
    } catch (error) {
      await undo();
      throw error;
    }
    return {
      undo,
      commit: async () => {
        for (const change of changes) await change.commit();
        this.#follow();
      },
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.#outputs.map((output) => output.close()));
  }

  /** Follows finished exchanges from the first output on. */
  #follow(): void {
    if (this.#isFollowing || !this.#outputs.some(({ isOpen }) => isOpen)) return;
    this.#isFollowing = true;
    this.#capture.onFinished(
      (flow) => this.#add(flow),
      () => undefined,
    );
  }

  #add(flow: Flow): Promise<void> | undefined {
    const waiting = this.#outputs.flatMap((output) => output.add(flow) ?? []);
    return waiting.length === 0 ? undefined : Promise.all(waiting).then(() => undefined);
  }
}
