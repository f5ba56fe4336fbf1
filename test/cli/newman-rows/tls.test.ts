import { tlsRows } from './tls.ts';
import { testRows } from './test-rows.ts';

await testRows(tlsRows, ['full']);
