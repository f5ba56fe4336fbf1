// Session files, our own format. A session file holds all data of captured exchanges, to save, reopen and share them.
import { defineFormat, lazyWrite } from '../contract.ts';
import { isSession } from './record.ts';

export const session = defineFormat({
  id: 'session',
  label: 'Session',
  extension: '.proxysession',
  export: {
    isLight: true,
    write: lazyWrite(async () => (await import('./write.ts')).sessionChunks),
  },
  import: {
    descriptions: ['a session'],
    detect: isSession,
    async read(chunks, context) {
      const { readSession } = await import('./read.ts');
      return readSession(chunks, context);
    },
  },
});
