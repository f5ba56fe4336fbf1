// The run of one tunnel through the pipeline.
import type { Flow } from '../../flow/flow.ts';
import type { TunnelHook } from '../../proxy/hooks.ts';
import type { RecordMatch, Match, RunningTool, TunnelDecision } from '../contract.ts';
import { matchRecorder } from './record-match.ts';
import type { CompiledPipeline } from './compiled-pipeline.ts';

/** `participants`: indexes of the tools that take part, each with its matching rules. */
export function tunnelHook(
  { steps, reportError }: CompiledPipeline,
  flow: Flow,
  participants: readonly (readonly [number, readonly Match[]])[],
): TunnelHook {
  const decision: TunnelDecision = {
    flow,
    bypassed: false,
    recorded: true,
    verdict: { type: 'open' },
    connectTo: null,
    latencyMs: 0,
    upload: null,
    download: null,
  };
  const each = (about: Flow, what: string, ask: TunnelStep): void => {
    for (const [at, matches] of participants) {
      const { running, tool } = steps[at]!;
      try {
        ask(running, matches, matchRecorder(about, tool));
      } catch (error) {
        reportError(tool.title, what, error);
      }
      if (decision.bypassed) return;
    }
  };
  each(flow, 'failed on a tunnel, which went on without it', (running, matches, recordMatch) => {
    if (decision.verdict.type === 'open') running.tunnel?.(decision, matches, recordMatch);
  });
  const { recorded, verdict, connectTo, latencyMs, upload, download } = decision;
  return {
    recorded: recorded || flow.client.isReplay,
    verdict,
    connectTo,
    latencyMs,
    upload,
    download,
    finished: (ended) =>
      each(ended, 'failed at the end of a tunnel', (running, matches, recordMatch) =>
        running.finished?.(ended, matches, recordMatch),
      ),
  };
}

type TunnelStep = (running: RunningTool, matches: readonly Match[], recordMatch: RecordMatch) => void;
