// `# @loop for 3`, `for item of list` and `while condition`: the request chooses itself as the next one.
import type { HttpFileParts } from './parts.ts';

interface LoopState {
  readonly index: number;
  /** The items of `for … of`; null for other loops. */
  readonly items: readonly unknown[] | null;
}

type Evaluate = (code: string) => unknown;

const keyOf = ({ input }: HttpFileParts): string => `$loop ${input().info.requestId}`;

/** Begins a turn: sets `$index` and the item, or skips the request when there is no further turn. */
export function beginTurn(spec: string, parts: HttpFileParts, evaluate: Evaluate): void {
  const { pm, run } = parts;
  const state = (pm.variables.get(keyOf(parts)) as LoopState | undefined) ?? firstState(spec, evaluate);
  if (!hasTurn(spec, state, parts, evaluate)) {
    pm.variables.unset(keyOf(parts));
    run.skipRequest();
  }
  pm.variables.set(keyOf(parts), { ...state, index: state.index + 1 });
  set('$index', state.index, parts);
  const item = itemName(spec);
  if (item !== null && state.items !== null) set(item, state.items[state.index], parts);
}

/** Chooses the request again when there is another turn. */
export function endTurn(spec: string, parts: HttpFileParts, evaluate: Evaluate): void {
  const { pm, run, input } = parts;
  const state = pm.variables.get(keyOf(parts)) as LoopState | undefined;
  if (state === undefined) return;
  if (hasTurn(spec, state, parts, evaluate)) run.next = input().info.requestId;
  else pm.variables.unset(keyOf(parts));
}

function set(name: string, value: unknown, { pm, define }: HttpFileParts): void {
  pm.variables.set(name, value);
  define(name, value);
}

function itemName(spec: string): string | null {
  return /^for\s+(\S+)\s+of\s/.exec(spec)?.[1] ?? null;
}

function firstState(spec: string, evaluate: Evaluate): LoopState {
  const [, list] = /^for\s+\S+\s+of\s+(.*)$/s.exec(spec) ?? [];
  if (list === undefined) return { index: 0, items: null };
  const items = evaluate(list);
  if (typeof items !== 'object' || items === null || !(Symbol.iterator in items))
    throw new Error(`${list} is not a list: @loop needs one`);
  return { index: 0, items: [...(items as Iterable<unknown>)] };
}

function hasTurn(
  spec: string,
  { index, items }: LoopState,
  parts: HttpFileParts,
  evaluate: Evaluate,
): boolean {
  if (items !== null) return index < items.length;
  const [, condition] = /^while\s+(.*)$/s.exec(spec) ?? [];
  if (condition === undefined) return index < Number(evaluate(/^(?:for\s+)?(.*)$/s.exec(spec)?.[1] ?? '0'));
  parts.define('$index', index);
  return Boolean(evaluate(condition));
}
