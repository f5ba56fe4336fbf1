// The part of a long text in which two versions differ, so that not all of it is sent with each key.
import { textChange, type TextChange } from '../../../editor/text-change.ts';

export interface TextEdit extends TextChange {
  /** Characters of the text before. */
  readonly length: number;
  /** Some characters that stand before it. */
  readonly before: string;
}

const AROUND = 64;

export function textEdit(before: string, after: string): TextEdit {
  const change = textChange(before, after);
  return {
    length: before.length,
    before: before.slice(Math.max(0, change.at - AROUND), change.at),
    ...change,
  };
}
