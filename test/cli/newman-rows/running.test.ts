import { runningRows } from './running.ts';
import { testRows } from './test-rows.ts';

await testRows(runningRows);
