import { expect, test } from 'vitest';
import { storeAppSetup } from './store-app.ts';

const name = 'Microsoft.WindowsStore_8wekyb3d8bbwe';

test('an app is exempted from the isolation of its network, and put back', () => {
  expect(storeAppSetup({ command: [name], undo: false })).toMatchObject({
    command: `CheckNetIsolation.exe LoopbackExempt -a -n=${name}`,
    remarks: [expect.stringContaining('administrator'), expect.stringContaining('proxy of the system')],
  });
  expect(storeAppSetup({ command: [name], undo: true }).command).toBe(
    `CheckNetIsolation.exe LoopbackExempt -d -n=${name}`,
  );
});

test('without a name it says what lists them, and another text is none', () => {
  expect(storeAppSetup({ command: [], undo: false }).command).toMatch(/^Get-AppxPackage /);
  for (const text of ['WindowsStore', `${name} & calc`, 'a_b'])
    expect(() => storeAppSetup({ command: [text], undo: false })).toThrow(/is not a package family name/);
});
