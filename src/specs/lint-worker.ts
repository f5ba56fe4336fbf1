// The thread of `lint.ts`.
import { parentPort } from 'node:worker_threads';
import { UserError } from '../base/errors.ts';
import { checkedDocument } from './find-problems.ts';
import { outlineOf } from './outline.ts';
import type { LintRequest, LintResponse } from './problem.ts';

parentPort?.on('message', (request: LintRequest) => void respond(request));

async function respond({ file, hasOutline = false, ...options }: LintRequest): Promise<void> {
  try {
    const { problems, document } = await checkedDocument(file, options);
    const outline = hasOutline && document !== null ? outlineOf(document.parsed, document.source.body) : null;
    post({ type: 'problems', problems, outline });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    post({ type: 'refused', code: error.code, message: error.message });
  }
}

function post(response: LintResponse): void {
  parentPort?.postMessage(response);
}
