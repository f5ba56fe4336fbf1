// The steps of a flow as they were before its latest changes, which can be taken back one by one.
import { editObject, openObject } from '../model/objects.ts';
import { undoStep } from '../model/steps.ts';
import { ownTab } from '../model/tabs.ts';
import type { FlowStep } from './flow-steps.ts';

interface Past {
  readonly steps: readonly FlowStep[];
  /** Epoch milliseconds of the change that came after it. */
  readonly changedAt: number;
}

const MAX_PAST = 50;
/** Changes that follow one another as fast as keys are one, as long as no step comes or goes. */
const TYPING_MS = 1000;

const pasts = new Map<string, Past[]>();

/** Changes the steps of a flow. */
export function changeSteps(tabKey: string, before: readonly FlowStep[], steps: readonly FlowStep[]): void {
  const past = pasts.get(tabKey) ?? [];
  pasts.set(tabKey, past);
  const last = past.at(-1);
  const now = Date.now();
  const isTyping =
    last !== undefined && now - last.changedAt < TYPING_MS && shapeOf(last.steps) === shapeOf(steps);
  if (isTyping) past[past.length - 1] = { ...last, changedAt: now };
  else past.push({ steps: before, changedAt: now });
  past.splice(0, past.length - MAX_PAST);
  ownTab(tabKey);
  editObject(tabKey, { steps });
}

/** Takes back the latest change of the steps; without one, the last step on the workspace. */
export function undoSteps(tabKey: string): void {
  const last = pasts.get(tabKey)?.pop();
  if (last === undefined || openObject(tabKey).state !== 'ready') undoStep();
  else editObject(tabKey, { steps: last.steps });
}

/** Returns the types of the steps in their order, at every depth. */
function shapeOf(steps: readonly FlowStep[]): string {
  return JSON.stringify(steps, (key, value: unknown) =>
    Array.isArray(value) || typeof value === 'object' || key === 'type' ? value : undefined,
  );
}
