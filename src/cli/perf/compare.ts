// The comparison of a load test with an earlier one, whose JSON report is given.
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { messageOf, UserError } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import {
  comparedFigures,
  comparedRequests,
  differingOptions,
  figuresOf,
  type ComparedFigure,
} from '../../services/perf/comparison.ts';
import type { LoadTestResult } from '../../services/perf/result.ts';
import { figure, ms } from './print.ts';

const latency = z.record(z.string(), z.number());
const report = z.looseObject({
  requests: z.number(),
  errors: z.number(),
  requestsPerSecond: z.number(),
  latency,
  perRequest: z.array(
    z.looseObject({ name: z.string(), method: z.string(), folders: z.array(z.string()), latency }),
  ),
});

/** Reads a report of `--report-json`. Rejects with a UserError when the file is none. */
export async function earlierReport(path: string): Promise<LoadTestResult> {
  const invalid = (reason: string): UserError =>
    new UserError('INVALID_FILE', `--compare ${path} is not a report of --report-json: ${reason}`);
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw invalid(messageOf(error));
  }
  const parsed = report.safeParse(value);
  if (!parsed.success) throw invalid(parsed.error.issues[0]?.path.join('.') ?? 'its fields');
  return parsed.data as unknown as LoadTestResult;
}

const OPTIONS = ['collection', 'environment', 'profile', 'stages', 'users', 'rate'] as const;

/** Returns lines: options that differ, then figures of the whole test, then those of each request. */
export function comparisonLines(before: LoadTestResult, now: LoadTestResult): readonly string[] {
  const optionsOf = (result: LoadTestResult): Record<string, unknown> =>
    Object.fromEntries(OPTIONS.map((name) => [name, result[name]]));
  return [
    '',
    'Compared with the earlier test:',
    ...differingOptions(optionsOf(before), optionsOf(now)).map(
      (each) => `  ${each.option} differs: ${JSON.stringify(each.before)}, now ${JSON.stringify(each.now)}`,
    ),
    ...comparedFigures(figuresOf(before), figuresOf(now)).map((each) => `  ${figureText(each)}`),
    ...comparedRequests(before, now).flatMap(({ method, folders, name, p95 }) =>
      p95 === null
        ? []
        : [`  ${printable([method, [...folders, name].join(' / ')].join(' '))}: ${figureText(p95)}`],
    ),
  ];
}

function figureText({ title, unit, before, now, change, mark }: ComparedFigure): string {
  const text = (value: number): string => (unit === 'ms' ? ms(value) : figure(value));
  const percent = change === null ? '' : `, ${change > 0 ? '+' : ''}${(change * 100).toFixed(0)}%`;
  return `${title} ${text(now)}, before ${text(before)}${percent}${mark === null ? '' : `, ${mark}`}`;
}
