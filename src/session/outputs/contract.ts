// The contract of an output: a setting that sends finished exchanges somewhere. An output is one file beside this one
// and one line in index.ts.
import type { FlowOutput } from '../../traffic/flow-output.ts';
import type { Settings } from '../settings/schema.ts';

/** The settings that name outputs. */
export const outputSettings = ['ndjson', 'otlp', 'autosave'] as const;

export type OutputSettings = Pick<Settings, (typeof outputSettings)[number] | 'modelPrices'>;

export interface OutputKind {
  /** The name of the setting. */
  readonly name: (typeof outputSettings)[number];
  /** Returns the output that the settings ask for; null when it is off. */
  readonly chosen: (settings: OutputSettings) => ChosenOutput | null;
}

export interface ChosenOutput {
  /** The file or the server that exchanges go to, for messages. */
  readonly target: string;
  /**
   * Opens the output. `say` takes messages for the user in whole sentences. Rejects with a SettingError when it cannot
   * be opened.
   */
  readonly open: (say: (text: string) => void) => Promise<FlowOutput>;
}
