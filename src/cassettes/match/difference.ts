// Explains how a request differs from a recorded one: for a call to a language model which message differs and how, for
// others line by line.
import { diffArrays } from 'diff';
import type { CanonicalRequest } from '../request/canonical.ts';
import type { Section } from './prompt-lines.ts';

/** A request with what it is explained by. */
export interface Explained {
  readonly request: CanonicalRequest;
  /** Null where it is not a call to a language model. */
  readonly prompt: readonly Section[] | null;
}

/** Lines of one section that are shown at most; lines on both sides of a difference. */
const MAX_LINES = 40;
const CONTEXT = 1;
const MAX_SECTIONS = 6;
const MAX_CHARS = 400;
/** Differing lines after which it is not searched for the shortest way from one text to the other. */
const MAX_EDITS = 2000;

/** Returns lines with `-` for what was recorded and `+` for what is asked. */
export function differenceLines(recorded: Explained, asked: Explained): readonly string[] {
  const title =
    recorded.request.title === asked.request.title
      ? []
      : [`- ${recorded.request.title}`, `+ ${asked.request.title}`];
  const prompts = promptDifference(recorded.prompt, asked.prompt);
  const rest = prompts.length > 0 ? prompts : changedLines(recorded.request.lines, asked.request.lines);
  return [...title, ...rest].map((line) => shortened(line));
}

function promptDifference(
  recorded: readonly Section[] | null,
  asked: readonly Section[] | null,
): readonly string[] {
  if (recorded === null || asked === null) return [];
  const titles = [...new Set([...recorded, ...asked].map(({ title }) => title))];
  const differing = titles.flatMap((title) => {
    const before = recorded.find((each) => each.title === title);
    const after = asked.find((each) => each.title === title);
    const changed = changedLines(before?.lines ?? [], after?.lines ?? []);
    if (changed.length === 0 && before !== undefined && after !== undefined) return [];
    return [[`${title}${remark(before, after)}:`, ...changed.map((line) => `  ${line}`)]];
  });
  const left = differing.length - MAX_SECTIONS;
  return [...differing.slice(0, MAX_SECTIONS).flat(), ...(left > 0 ? [`… ${left} more differ`] : [])];
}

function remark(before: Section | undefined, after: Section | undefined): string {
  if (before === undefined) return ' was not recorded';
  return after === undefined ? ' is missing' : ' differs';
}

/** Returns the lines that differ, each with one line around it. */
function changedLines(before: readonly string[], after: readonly string[]): readonly string[] {
  const parts = diffArrays([...before], [...after], { maxEditLength: MAX_EDITS }) ?? [
    { value: [...before], removed: true, added: false },
    { value: [...after], removed: false, added: true },
  ];
  if (!parts.some(({ added, removed }) => added || removed)) return [];
  const shown = parts.flatMap(({ value, added, removed }, at) => {
    if (added) return value.map((line) => `+ ${line}`);
    if (removed) return value.map((line) => `- ${line}`);
    const head = at === 0 ? [] : value.slice(0, CONTEXT);
    const tail = at === parts.length - 1 ? [] : value.slice(Math.max(head.length, value.length - CONTEXT));
    const isCut = head.length + tail.length < value.length;
    return [
      ...head.map((line) => `  ${line}`),
      ...(isCut ? ['  …'] : []),
      ...tail.map((line) => `  ${line}`),
    ];
  });
  const left = shown.length - MAX_LINES;
  return left > 0 ? [...shown.slice(0, MAX_LINES), `  … ${left} more lines`] : shown;
}

function shortened(line: string): string {
  return line.length <= MAX_CHARS ? line : `${line.slice(0, MAX_CHARS).toWellFormed()} …`;
}
