// The thread of `lint.ts`.
import { parentPort } from 'node:worker_threads';
import { UserError } from '../base/errors.ts';
import { findProblems } from './find-problems.ts';
import type { LintRequest, LintResponse } from './problem.ts';

parentPort?.on('message', (request: LintRequest) => void respond(request));

async function respond({ file, ...options }: LintRequest): Promise<void> {
  try {
    post({ type: 'problems', problems: await findProblems(file, options) });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    post({ type: 'refused', code: error.code, message: error.message });
  }
}

function post(response: LintResponse): void {
  parentPort?.postMessage(response);
}
