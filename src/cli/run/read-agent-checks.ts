// Reads the flags of `run` that are about AI agents, and the prices of models.
import { resolve } from 'node:path';
import type { Price } from '../../agents/index.ts';
import type { OutputSettings } from '../../session/outputs/contract.ts';
import type { AgentChecks, RunOptions } from './options.ts';
import { otlpOptions, type OutputFlags } from './read-outputs.ts';

export interface AgentFlags {
  readonly failOnAgent: readonly string[];
  readonly agentBaseline?: string | undefined;
}

/** Resolves with the prices of models: those of the file of settings, or else of the settings of the app. */
async function pricesOf(fromFile: OutputSettings | null): Promise<readonly Price[]> {
  if (fromFile !== null) return fromFile.modelPrices;
  const { storedModelPrices } = await import('../../app/state/stored-model-prices.ts');
  return storedModelPrices();
}

export async function otlpWithPrices(
  flags: OutputFlags,
  fromFile: OutputSettings | null,
): Promise<RunOptions['otlp']> {
  const options = await otlpOptions(flags, fromFile);
  return options === null ? null : { ...options, prices: await pricesOf(fromFile) };
}

/** `writable` rejects where a file cannot be written, and resolves with its path. */
export async function agentChecks(
  { failOnAgent, agentBaseline }: AgentFlags,
  fromFile: OutputSettings | null,
  writable: (path: string) => Promise<string>,
): Promise<AgentChecks> {
  const prices = (): Promise<readonly Price[]> => pricesOf(fromFile);
  if (failOnAgent.length === 0 && agentBaseline === undefined)
    return { conditions: [], baseline: null, prices };
  const { agentConditions, agentBaselineOf } = await import('./agent-checks.ts');
  const conditions = agentConditions(failOnAgent);
  // A file that cannot be used ends the run before it starts.
  await prices();
  if (agentBaseline === undefined) return { conditions, baseline: null, prices };
  const expected = await agentBaselineOf(agentBaseline);
  const path = expected === null ? await writable(agentBaseline) : resolve(agentBaseline);
  return { conditions, baseline: { path, expected }, prices };
}
