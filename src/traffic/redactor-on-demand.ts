// Starts the redactor only where it is wanted, so that others do not load it.
import type { BackgroundRedactor } from './background-redactor.ts';

/** Returns null where nothing is redacted. */
export async function redactorFor(redact: boolean): Promise<BackgroundRedactor | null> {
  if (!redact) return null;
  const { BackgroundRedactor: Redactor } = await import('./background-redactor.ts');
  return new Redactor();
}
