// Changes of the steps of a flow. A step is named as the command line names it: `2`, or `3.then.1` inside of another.
import type { FlowStep } from '../../../../src/collections/model/flow.ts';

export type { FlowStep };
export type Condition = Extract<FlowStep, { readonly type: 'condition' }>['when'];
export type StepType = FlowStep['type'];
/** A list of steps inside of a step. */
type Branch = 'steps' | 'then' | 'else';

const NEW_CONDITION: Condition = { left: '', op: 'equals', right: '' };

/** Returns a new step of a type. */
export function newStep(type: StepType): FlowStep {
  switch (type) {
    case 'send':
      return { type, collection: '', request: '' };
    case 'extract':
      return { type, from: 'body', path: '', variable: '' };
    case 'delay':
      return { type, ms: 1000 };
    case 'script':
      return { type, code: '' };
    case 'condition':
      return { type, when: NEW_CONDITION, then: [], else: [] };
    case 'loop':
      return { type, times: 2, over: '', variable: '', while: null, steps: [] };
  }
}

/** Returns the lists of steps that a step has inside. */
export function branchesOf(step: FlowStep): readonly Branch[] {
  if (step.type === 'loop') return ['steps'];
  return step.type === 'condition' ? ['then', 'else'] : [];
}

function branch(step: FlowStep, name: Branch): readonly FlowStep[] {
  return (step as unknown as Readonly<Record<Branch, readonly FlowStep[] | undefined>>)[name] ?? [];
}

/** Returns the steps of a list, such as `` for those of the flow or `3.then.`; undefined where there is none. */
export function listAt(steps: readonly FlowStep[], prefix: string): readonly FlowStep[] | undefined {
  if (prefix === '') return steps;
  const { list, at, name } = partsOf(prefix);
  const step = listAt(steps, list)?.[at];
  return step === undefined || !branchesOf(step).includes(name) ? undefined : branch(step, name);
}

/** Returns the list and the position of a number such as `3.then.1`. */
export function positionOf(number: string): { readonly list: string; readonly at: number } {
  const dot = number.lastIndexOf('.') + 1;
  return { list: number.slice(0, dot), at: Number(number.slice(dot)) - 1 };
}

export function stepAt(steps: readonly FlowStep[], number: string): FlowStep | undefined {
  const { list, at } = positionOf(number);
  return listAt(steps, list)?.[at];
}

/** Returns the parts of a list such as `3.then.`: the list and the position of the step that has it, and its name. */
function partsOf(prefix: string): { readonly list: string; readonly at: number; readonly name: Branch } {
  const [, outer = '', name = 'steps'] = /^(.*)\.(\w+)\.$/.exec(prefix) ?? [];
  return { ...positionOf(outer), name: name as Branch };
}

function withList(
  steps: readonly FlowStep[],
  prefix: string,
  change: (list: readonly FlowStep[]) => readonly FlowStep[],
): readonly FlowStep[] {
  if (prefix === '') return change(steps);
  const { list, at, name } = partsOf(prefix);
  return withList(steps, list, (outer) => {
    const step = outer[at];
    if (step === undefined) return outer;
    return outer.with(at, { ...step, [name]: change(branch(step, name)) });
  });
}

export function withStep(steps: readonly FlowStep[], number: string, step: FlowStep): readonly FlowStep[] {
  const { list, at } = positionOf(number);
  return withList(steps, list, (own) => own.with(at, step));
}

export function withoutStep(steps: readonly FlowStep[], number: string): readonly FlowStep[] {
  const { list, at } = positionOf(number);
  return withList(steps, list, (own) => own.toSpliced(at, 1));
}

export interface Changed {
  readonly steps: readonly FlowStep[];
  /** The number of the step that was changed, after the change. */
  readonly number: string;
}

/** Inserts a step at a position of a list. */
export function inserted(steps: readonly FlowStep[], list: string, at: number, step: FlowStep): Changed {
  return {
    steps: withList(steps, list, (own) => own.toSpliced(at, 0, step)),
    number: `${list}${at + 1}`,
  };
}

export type Move = 'up' | 'down' | 'in' | 'out';

/** Moves a step; null where it cannot go. */
export function moved(steps: readonly FlowStep[], number: string, move: Move): Changed | null {
  const step = stepAt(steps, number);
  const target = step === undefined ? null : targetOf(steps, number, move);
  if (step === undefined || target === null) return null;
  // Numbers before the step stay when it is taken out: a target behind it in its list is one less.
  return inserted(withoutStep(steps, number), target.list, target.at, step);
}

interface Target {
  readonly list: string;
  readonly at: number;
}

function targetOf(steps: readonly FlowStep[], number: string, move: Move): Target | null {
  const { list, at } = positionOf(number);
  const own = listAt(steps, list) ?? [];
  if (move === 'up' && at > 0) return { list, at: at - 1 };
  if (move === 'down' && at < own.length - 1) return { list, at: at + 1 };
  if (move === 'in') {
    const before = own[at - 1];
    const [name] = before === undefined ? [] : branchesOf(before);
    if (before === undefined || name === undefined) return null;
    return { list: `${list}${at}.${name}.`, at: branch(before, name).length };
  }
  if (list === '') return null;
  const { list: outer, at: holder, name } = partsOf(list);
  if (move === 'up' && name === 'else') {
    const then = `${outer}${holder + 1}.then.`;
    return { list: then, at: (listAt(steps, then) ?? []).length };
  }
  if (move === 'down' && name === 'then') return { list: `${outer}${holder + 1}.else.`, at: 0 };
  return move === 'out' ? { list: outer, at: holder + 1 } : null;
}
