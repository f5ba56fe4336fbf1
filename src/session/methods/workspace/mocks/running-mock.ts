// A mock server as results show it.
import { z } from 'zod';
import type { RunningMock } from '../../../../services/jobs/mocks.ts';

export const runningMock = z.strictObject({
  mockId: z.string(),
  collection: z.string(),
  url: z.string(),
  port: z.number(),
  examples: z.number(),
  startedAt: z.string(),
  callCount: z.number(),
  calls: z.array(z.looseObject({ method: z.string(), path: z.string(), status: z.number() })),
});

export function shownMock({ startedAt, calls, ...mock }: RunningMock): z.input<typeof runningMock> {
  return {
    ...mock,
    startedAt: new Date(startedAt).toISOString(),
    calls: calls.map(({ method, path, status, exampleName }) => ({ method, path, status, exampleName })),
  };
}
