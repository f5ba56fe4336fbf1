// Session files: everything that is known of captured exchanges. What people save, open again and hand on.
import { defineFormat, fileChunks } from '../contract.ts';
import { sessionParts } from './write.ts';

export const session = defineFormat({
  id: 'session',
  label: 'Session',
  extension: '.proxysession',
  isLight: true,
  parts: sessionParts,
  write: (flows) => fileChunks(sessionParts, flows),
});
