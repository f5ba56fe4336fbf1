// Options of Newman beside ours: files that are read and written.
import type { Beside, Done } from '../../helpers/newman-beside.ts';
import { SCHEMA, body, itemsOf, type Rows } from './items.ts';

/** Returns the rows about files that are read and written. */
export function filesRows(both: Beside): Rows {
  const { collection, item, variables } = itemsOf(both);
  return {
    '--working-dir, --no-insecure-file-read': async () => {
      const file = collection('c', item('a', { body: { mode: 'file', file: { src: 'data.txt' } } }));
      both.write('data.txt', 'here');
      both.write('elsewhere/data.txt', 'there');
      both.write('elsewhere/.secret', 'hidden');
      await both.same([file], body, 'here');
      await both.same([file, '--working-dir', 'elsewhere'], body, 'there');
      const above = collection('above', item('a', { body: { mode: 'file', file: { src: '../data.txt' } } }));
      const only = [above, '--working-dir', 'elsewhere', '--no-insecure-file-read'];
      await both.differ(only, body, { newman: '', ours: undefined });
      both.write('outside.json', {
        info: { name: 'o', schema: SCHEMA },
        item: [item('a', { body: { mode: 'file', file: { src: '../.secret' } } })],
      });
      both.write('elsewhere/inner/x.txt', '');
      await both.differ(['outside.json', '--working-dir', 'elsewhere/inner'], body, {
        newman: 'hidden',
        ours: undefined,
      });
    },
    '--export-environment, --export-globals, --export-collection': async () => {
      const test = "pm.environment.set('e', 2); pm.globals.set('g', 'x');";
      const file = collection('c', item('a', { test }));
      const environment = variables('env', 'environment', { e: '1' });
      const args = ['environment', 'globals', 'collection'].flatMap((name) => [
        `--export-${name}`,
        `out/${name}.json`,
      ]);
      const values = (done: Done) =>
        ['environment', 'globals'].map((name) =>
          done
            .json(`out/${name}.json`)
            .values.map(({ key, value }: { key: string; value: unknown }) => [key, value]),
        );
      await both.same([file, '-e', environment, ...args], values, [[['e', 2]], [['g', 'x']]]);
      await both.same([file, ...args], (done) => done.json('out/collection.json').item[0].name, 'a');
    },
    '--cookie-jar, --export-cookie-jar': async () => {
      const sets = collection('sets', item('a', { url: `${both.echo.url}/cookies/set?kept=1` }));
      const keys = (done: Done) =>
        done.json('jar.json').cookies.map(({ key, value }: Record<string, string>) => [key, value]);
      await both.same([sets, '--export-cookie-jar', 'jar.json'], keys, [['kept', '1']]);
      const reads = collection('reads', item('a', { url: `${both.echo.url}/cookies` }));
      await both.same(
        [reads, '--cookie-jar', 'jar.json'],
        ({ received }) => received[0]?.headers['cookie'],
        'kept=1',
      );
    },
  };
}
