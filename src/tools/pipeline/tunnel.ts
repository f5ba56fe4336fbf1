// One tunnel on its way through the tools.
import type { Flow } from '../../flow/flow.ts';
import type { TunnelHook } from '../../proxy/hooks.ts';
import type { Mark, Match, RunningTool, TunnelPlan } from '../contract.ts';
import { markOf } from './record-match.ts';
import type { Plan } from './compiled-pipeline.ts';

/** `asked`: places of the tools that are asked, and which of their rules match. */
export function tunnelHook(
  { steps, fault }: Plan,
  flow: Flow,
  asked: readonly (readonly [number, readonly Match[]])[],
): TunnelHook {
  const plan: TunnelPlan = {
    flow,
    released: false,
    recorded: true,
    verdict: { type: 'open' },
    connectTo: null,
    latencyMs: 0,
    upload: null,
    download: null,
  };
  const each = (about: Flow, what: string, ask: TunnelStep): void => {
    for (const [at, matches] of asked) {
      const { running, tool } = steps[at]!;
      try {
        ask(running, matches, markOf(about, tool));
      } catch (error) {
        fault(tool.title, what, error);
      }
      if (plan.released) return;
    }
  };
  each(flow, 'failed on a tunnel, which went on without it', (running, matches, mark) => {
    if (plan.verdict.type === 'open') running.tunnel?.(plan, matches, mark);
  });
  const { recorded, verdict, connectTo, latencyMs, upload, download } = plan;
  return {
    recorded: recorded || flow.client.isReplay,
    verdict,
    connectTo,
    latencyMs,
    upload,
    download,
    finished: (ended) =>
      each(ended, 'failed at the end of a tunnel', (running, matches, mark) =>
        running.finished?.(ended, matches, mark),
      ),
  };
}

type TunnelStep = (running: RunningTool, matches: readonly Match[], mark: Mark) => void;
