// A data folder of its own for a test.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryHome extends Disposable {
  /** For PROXYCTL_HOME, and for whatever else a test writes. */
  readonly path: string;
  remove(): void;
}

/** A new, empty folder; the test removes it, or declares it with `using`. */
export function temporaryHome(): TemporaryHome {
  const path = mkdtempSync(join(tmpdir(), 'proxyctl-home-'));
  const remove = () => rmSync(path, { recursive: true, force: true });
  return { path, remove, [Symbol.dispose]: remove };
}
