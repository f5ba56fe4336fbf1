// Questions and answers between the benchmark and its child processes, one question at a time.
import type { ChildProcess } from 'node:child_process';

interface Answer {
  readonly value?: unknown;
  readonly error?: string;
}

const PATIENCE_MS = 180_000;

/**
 * Asks a process that calls `answerQuestions`. Rejects with the process's error, when it ends, and after
 * three minutes.
 */
export function ask(child: ChildProcess, question: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (answer: Answer): void => {
      clearTimeout(timer);
      child.off('message', settle);
      child.off('exit', onExit);
      if (answer.error === undefined) resolve(answer.value);
      else reject(new Error(answer.error));
    };
    const onExit = (): void => settle({ error: 'the process has ended' });
    const timer = setTimeout(() => settle({ error: 'no answer within three minutes' }), PATIENCE_MS);
    child.on('message', settle);
    child.on('exit', onExit);
    child.send(question, (error) => {
      if (error !== null) settle({ error: error.message });
    });
  });
}

/** Answers the questions of the parent process, and ends this process when the parent is gone. */
export function answerQuestions(answer: (question: never) => unknown): void {
  process.on('message', (question) => {
    void reply(answer, question as never).then((message) => process.send?.(message));
  });
  process.on('disconnect', () => process.exit(0));
}

async function reply(answer: (question: never) => unknown, question: never): Promise<Answer> {
  try {
    return { value: await answer(question) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
