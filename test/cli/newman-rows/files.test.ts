import { filesRows } from './files.ts';
import { testRows } from './test-rows.ts';

await testRows(filesRows, ['full']);
