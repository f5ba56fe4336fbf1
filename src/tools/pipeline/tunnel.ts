// The run of one tunnel through the pipeline.
import type { Flow } from '../../flow/flow.ts';
import type { TunnelHook } from '../../proxy/hooks.ts';
import type { Match } from '../rules/rule.ts';
import type { RecordMatch, RunningTool, TunnelDecision } from '../contract.ts';
import { matchRecorder } from './record-match.ts';
import type { CompiledPipeline } from './compiled-pipeline.ts';

/** The indexes of the tools that take part in a tunnel, each with its matching rules. */
type Participants = readonly (readonly [number, readonly Match[]])[];

/** Calls a step of one tool. */
type TunnelStep = (running: RunningTool, matches: readonly Match[], recordMatch: RecordMatch) => void;

/** Lets the participating tools decide on a tunnel; returns the decision and the hook for its end. */
export function tunnelHook(pipeline: CompiledPipeline, flow: Flow, participants: Participants): TunnelHook {
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
  const callEach = (about: Flow, failure: string, step: TunnelStep): void =>
    callParticipants({ pipeline, participants, decision, about, failure, step });
  callEach(flow, 'failed on a tunnel, which went on without it', (running, matches, recordMatch) => {
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
      callEach(ended, 'failed at the end of a tunnel', (running, matches, recordMatch) =>
        running.finished?.(ended, matches, recordMatch),
      ),
  };
}

interface StepCalls {
  readonly pipeline: CompiledPipeline;
  readonly participants: Participants;
  readonly decision: TunnelDecision;
  readonly about: Flow;
  /** Completes a message that starts with the title of the tool. */
  readonly failure: string;
  readonly step: TunnelStep;
}

/** Calls a step of each participating tool until one bypasses the tunnel. An error of a tool is reported. */
function callParticipants({ pipeline, participants, decision, about, failure, step }: StepCalls): void {
  for (const [index, matches] of participants) {
    const { running, tool } = pipeline.steps[index]!;
    try {
      step(running, matches, matchRecorder(about, tool));
    } catch (error) {
      pipeline.reportError(tool.title, failure, error);
    }
    if (decision.bypassed) return;
  }
}
