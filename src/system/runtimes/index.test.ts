import { expect, test } from 'vitest';
import { ALL_VARIABLES, RUNTIMES } from './index.ts';

test('each runtime has the proxy and, beyond it, a way to trust', () => {
  expect(RUNTIMES.length).toBeGreaterThan(8);
  for (const { target, variables } of RUNTIMES) {
    expect(variables, target).toMatchObject({ https_proxy: 'proxy', NO_PROXY: 'empty' });
    expect(
      Object.values(variables).some((kind) => ['roots', 'root', 'made'].includes(kind)),
      target,
    ).toBe(true);
  }
});

test('a variable has one kind, whichever runtime names it', () => {
  for (const { target, variables } of RUNTIMES)
    for (const [name, kind] of Object.entries(variables))
      expect(ALL_VARIABLES[name], `${target} ${name}`).toBe(kind);
});
