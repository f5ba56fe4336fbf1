// The outputs of a run beside its recording: each finished exchange goes to them when it ends. One that fails gets no
// more, and ends the run with its error.
import { messageOf, UserError } from '../../base/errors.ts';
import type { Flow } from '../../flow/flow.ts';
import type { FlowOutput } from '../../traffic/flow-output.ts';
import type { AutosaveOptions } from '../../traffic/autosave/output.ts';
import type { OtlpOptions } from '../../traffic/otlp/output.ts';
import { STANDARD_OUTPUT } from '../options.ts';
import type { NdjsonTarget, RunOptions } from './options.ts';

type Say = (text: string) => void;

interface RunOutput {
  /** The option that asks for it, with its target. */
  readonly name: string;
  readonly output: FlowOutput;
}

export class RunOutputs {
  readonly #outputs: readonly RunOutput[];
  readonly #failures = new Map<RunOutput, UserError>();

  private constructor(outputs: readonly RunOutput[]) {
    this.#outputs = outputs;
  }

  /**
   * `say` takes what does not end the run, such as that a collector is down. Rejects with an Error that names the option
   * and the file that cannot be written.
   */
  static async open({ ndjson, otlp, autosave }: RunOptions, say: Say): Promise<RunOutputs> {
    const outputs: RunOutput[] = [];
    if (ndjson !== null) outputs.push(await openNdjson(ndjson));
    if (otlp !== null) outputs.push(await openOtlp(otlp, say));
    if (autosave !== null) outputs.push(await openAutosave(autosave, say));
    return new RunOutputs(outputs);
  }

  /** The error of the first output that failed; null when all work. */
  get failure(): UserError | null {
    return [...this.#failures.values()][0] ?? null;
  }

  add(flow: Flow): Promise<void> | undefined {
    const waiting = this.#outputs.flatMap((each) => this.#addTo(each, flow) ?? []);
    return waiting.length === 0 ? undefined : Promise.all(waiting).then(() => undefined);
  }

  async close(): Promise<void> {
    for (const each of this.#outputs)
      await each.output.close().catch((error: unknown) => this.#fail(each, error));
  }

  #addTo(each: RunOutput, flow: Flow): Promise<void> | undefined {
    if (this.#failures.has(each)) return undefined;
    return each.output.add(flow)?.catch((error: unknown) => this.#fail(each, error));
  }

  #fail(each: RunOutput, cause: unknown): void {
    if (!this.#failures.has(each)) this.#failures.set(each, failure(each.name, cause));
  }
}

async function openNdjson({ path, redact }: NdjsonTarget): Promise<RunOutput> {
  const name = `--ndjson ${path}`;
  const { NdjsonOutput } = await import('../../traffic/ndjson/output.ts');
  try {
    const output = await NdjsonOutput.open(path === STANDARD_OUTPUT ? process.stdout : path, redact);
    return { name, output };
  } catch (cause) {
    throw failure(name, cause);
  }
}

async function openOtlp(options: OtlpOptions, say: Say): Promise<RunOutput> {
  const { OtlpOutput } = await import('../../traffic/otlp/output.ts');
  const output = await OtlpOutput.open(options, (text) => say(`--otlp: ${text}`));
  return { name: `--otlp ${options.url}`, output };
}

async function openAutosave(options: AutosaveOptions, say: Say): Promise<RunOutput> {
  const name = `--autosave ${options.folder}`;
  const { AutosaveOutput } = await import('../../traffic/autosave/output.ts');
  try {
    return { name, output: await AutosaveOutput.open(options, (text) => say(`--autosave: ${text}`)) };
  } catch (cause) {
    throw failure(name, cause);
  }
}

function failure(name: string, cause: unknown): UserError {
  return new UserError('INVALID_FILE', `${name} cannot be written: ${messageOf(cause)}`, { cause });
}
