// A process that saves settings and tools of an app until it is killed.
import { startApp } from '../../src/app/app.ts';

const [home = ''] = process.argv.slice(2);

const app = await startApp({
  home,
  port: 0,
  workspaceFolder: null,
  local: () => () => Promise.reject(new Error('nobody asks')),
  notice: () => undefined,
  // The test examines files that were moved aside.
  say: (text) => process.stdout.write(`said ${text}\n`),
});
process.stdout.write(
  `loaded ${app.settings.maxCapturedBodyBytes} ${app.tools.list('blockList')[0]?.rules.length ?? 0}\n`,
);

for (let round = app.settings.maxCapturedBodyBytes + 1; ; round += 1) {
  await app.changeSettings({ maxCapturedBodyBytes: round, bypassHosts: ['a.test', 'b.test'] });
  process.stdout.write(`settings ${round}\n`);
  const { id } = await app.changeTools((tools) =>
    tools.upsert('blockList', { name: `rule ${round}`, comment: 'x'.repeat(2000) }),
  );
  process.stdout.write(`tools ${round}\n`);
  const rules = app.tools.list('blockList')[0]?.rules ?? [];
  if (rules.length > 20)
    await app.changeTools((tools) =>
      rules.forEach((rule) => rule.id !== id && tools.remove('blockList', rule.id)),
    );
}
