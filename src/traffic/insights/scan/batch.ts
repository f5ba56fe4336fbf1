// A batch of questions on its way to the thread: all bodies in one piece of memory, which is handed over and not copied
// again.
import type { LookQuestion } from './scan.ts';

export interface Packed {
  readonly questions: readonly Omit<LookQuestion, 'body'>[];
  /** Of each body, in `bytes`. */
  readonly ends: readonly number[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export function packed(questions: readonly LookQuestion[]): Packed {
  const bytes = new Uint8Array(questions.reduce((sum, { body }) => sum + body.length, 0));
  let at = 0;
  const ends = questions.map(({ body }) => {
    bytes.set(body, at);
    return (at += body.length);
  });
  return {
    questions: questions.map(({ wants, message, isCut }) => ({ wants, message, isCut })),
    ends,
    bytes,
  };
}

export function unpacked({ questions, ends, bytes }: Packed): LookQuestion[] {
  return questions.map((question, at) => ({
    ...question,
    body: bytes.subarray(ends[at - 1] ?? 0, ends[at]),
  }));
}
