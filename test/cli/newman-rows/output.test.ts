import { outputRows } from './output.ts';
import { testRows } from './test-rows.ts';

await testRows(outputRows, ['full']);
