// Steps in a line of words.
import type { Condition, FlowStep } from './flow-steps.ts';

const OPERATORS: Readonly<Record<Condition['op'], string>> = {
  equals: 'is',
  notEquals: 'is not',
  contains: 'contains',
  matches: 'matches',
  less: 'is less than',
  greater: 'is greater than',
  exists: 'has a value',
  notExists: 'has no value',
};

export function conditionText({ left, op, right }: Condition): string {
  const value = left === '' ? '…' : left;
  return ['exists', 'notExists'].includes(op)
    ? `${value} ${OPERATORS[op]}`
    : `${value} ${OPERATORS[op]} ${right}`;
}

/** Returns the text of a step that sends no request; variables stand in braces. */
export function stepText(step: FlowStep): string {
  switch (step.type) {
    case 'send':
      return step.request === '' ? 'Choose a request' : step.request;
    case 'extract':
      return `Extract ${sourceText(step)} as {{${step.variable === '' ? '…' : step.variable}}}`;
    case 'delay':
      return `Wait ${step.ms % 1000 === 0 ? `${step.ms / 1000} s` : `${step.ms} ms`}`;
    case 'script':
      return `Script${firstLine(step.code)}`;
    case 'condition':
      return `If ${conditionText(step.when)}`;
    case 'loop':
      return `Loop ${loopText(step)}`;
  }
}

function sourceText({ from, path }: Extract<FlowStep, { readonly type: 'extract' }>): string {
  if (from === 'status') return 'the status';
  if (from === 'header') return `the header ${path}`;
  return path.trim() === '' ? 'the body' : path;
}

function loopText({ times, over, while: condition }: Extract<FlowStep, { readonly type: 'loop' }>): string {
  const parts = [
    times === null ? null : `at most ${times} times`,
    over === '' ? null : `over ${over}`,
    condition === null ? null : `while ${conditionText(condition)}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? 'without an end' : parts.join(', ');
}

function firstLine(code: string): string {
  const [, name] = /pm\.test\(\s*(['"`])(.+?)\1/.exec(code)?.slice(1) ?? [];
  const line = name ?? code.split('\n').find((each) => each.trim() !== '') ?? '';
  return line === '' ? '' : `: ${line.trim().slice(0, 80)}`;
}

/** Splits a text at its variables. */
export function textParts(text: string): readonly { readonly text: string; readonly isVariable: boolean }[] {
  return text
    .split(/(\{\{[^{}]*\}\})/)
    .filter((part) => part !== '')
    .map((part) => ({ text: part, isVariable: part.startsWith('{{') }));
}
