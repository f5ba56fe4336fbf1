// Background work of the process: mock servers and load tests. It ends with the process.
import { LoadTests } from './load-tests.ts';
import { Mocks } from './mocks.ts';

export class Jobs {
  readonly mocks = new Mocks();
  readonly loadTests = new LoadTests();

  /** Ends all jobs. */
  async close(): Promise<void> {
    await Promise.all([this.mocks.close(), this.loadTests.close()]);
  }
}
