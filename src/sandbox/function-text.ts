// Leaves the source text of functions, which only their `toString` needs, out of a snapshot. The text is a third of the
// memory that is restored before each script. QuickJS has a runtime setting for this, but the build exports no function
// to change it, so it is written in memory. This happens only after a test in a separate engine has shown that the
// address is the right one.
import { Engine, isThrown } from './engine.ts';

/** The place of the setting (`strip_flags`) in a runtime of QuickJS 2025-09-13. */
const SETTING_AT = 228;
/** JS_STRIP_SOURCE */
const WITHOUT_TEXT = 1;
const WITH_TEXT = 0;
const PROBE = '(function probe() { return 1; }).toString()';

let isKnown: Promise<boolean> | null = null;

/** Resolves with true when `withoutText()` can be called. */
export function canLeaveOutText(): Promise<boolean> {
  return (isKnown ??= probe().catch(() => false));
}

/** Runs `compile`. The functions that it compiles have no source text; functions that are compiled later do. */
export function withoutText<T>(engine: Engine, compile: () => T): T {
  set(engine, WITHOUT_TEXT);
  try {
    return compile();
  } finally {
    set(engine, WITH_TEXT);
  }
}

async function probe(): Promise<boolean> {
  const engine = await Engine.create();
  engine.createContext(null);
  if (settings(engine)[0] !== WITH_TEXT) return false;
  const text = withoutText(engine, () => textOfProbe(engine));
  return text.includes('[native code]') && textOfProbe(engine).includes('return 1');
}

function textOfProbe(engine: Engine): string {
  const result = engine.evaluate(PROBE, 'probe.js');
  return isThrown(result) ? '' : (engine.takeText(result, PROBE.length * 2) ?? '');
}

function set(engine: Engine, value: number): void {
  settings(engine)[0] = value;
}

function settings({ memory, roots }: Engine): Uint8Array {
  return new Uint8Array(memory.buffer, (roots.runtime as number) + SETTING_AT, 1);
}
