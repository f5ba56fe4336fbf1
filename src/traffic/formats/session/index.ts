// Session files, our own format. A session file holds all data of captured exchanges, to save, reopen and share them.
// Version 2 is an SQLite database and is written; version 1 is only read.
import { defineFormat, lazyRead, lazyWrite } from '../contract.ts';
import { isSession } from './record.ts';
import { isDatabase } from './version.ts';

export const session = defineFormat({
  id: 'session',
  label: 'Session',
  extension: '.proxysession',
  export: {
    isLight: true,
    write: lazyWrite(async () => (await import('./database.ts')).sessionChunks),
  },
  import: {
    descriptions: ['a session'],
    detect: (start) => isDatabase(start) || isSession(start),
    read: lazyRead(async () => {
      const [{ readDatabase }, { readSession }] = await Promise.all([
        import('./database.ts'),
        import('./read.ts'),
      ]);
      return (source, context) =>
        isDatabase(source.start) ? readDatabase(source, context) : readSession(source.chunks, context);
    }),
  },
});
