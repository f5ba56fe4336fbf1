// Stages of a load test as texts: `30s:50` takes 30 seconds to get to 50 users, as in k6.
import { UserError } from '../../base/errors.ts';
import type { Stage } from './profile.ts';

const SECONDS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 };
const DURATION = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/;

/** Parses a stage. Throws a UserError that says what is wrong with it. */
export function parseStage(text: string): Stage {
  const [duration = '', to = '', ...rest] = text.trim().split(':');
  if (!DURATION.test(duration) || !/^\d{1,7}$/.test(to) || rest.length > 0)
    throw new UserError(
      'INVALID_PARAMETER',
      `--stage ${JSON.stringify(text.slice(0, 100))} is not a stage: give a duration and a load, such as 30s:50 or 1m30s:50`,
    );
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  const seconds = parts.reduce((sum, [, number, unit = 's']) => sum + Number(number) * SECONDS[unit]!, 0);
  return { seconds, to: Number(to) };
}

/** Throws a UserError for stages that are no test: without time, or without load. */
export function checkStages(stages: readonly Stage[], maxSeconds: number, maxLoad: number): void {
  const invalid = (reason: string): UserError =>
    new UserError('INVALID_PARAMETER', `the stages ${reason}`, { field: 'stages' });
  const seconds = stages.reduce((sum, each) => sum + each.seconds, 0);
  const load = Math.max(0, ...stages.map(({ to }) => to));
  if (seconds < 1) throw invalid('last less than a second');
  if (seconds > maxSeconds) throw invalid(`last more than ${maxSeconds} seconds`);
  if (load < 1) throw invalid('have no load');
  if (load > maxLoad) throw invalid(`go beyond ${maxLoad}`);
}
