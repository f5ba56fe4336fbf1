// A temporary data folder for a test.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryHome extends Disposable {
  /** The folder, for PROXYCTL_HOME and other files of the test. */
  readonly path: string;
  remove(): void;
}

/** The folder that the run of the tests removes at its end (see hermetic.ts), whatever a test leaves. */
const above = process.env['TEST_FOLDER'] ?? tmpdir();

/** Creates a new, empty folder; the test removes it, or declares it with `using`. */
export function temporaryHome(): TemporaryHome {
  const path = mkdtempSync(join(above, 'proxyctl-home-'));
  const remove = () => rmSync(path, { recursive: true, force: true });
  return { path, remove, [Symbol.dispose]: remove };
}
