import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkRooms } from './check-rooms.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'proxyctl-rooms-'));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** Writes a small project and returns the violations in it as `file:line: reason`. */
function violationsOf(files: Readonly<Record<string, string>>): readonly string[] {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return checkRooms(root).violations.map(({ file, line, reason }) => `${file}:${line}: ${reason}`);
}

const leaf = 'export const a = 1;\nexport interface A {}\n';

describe('rooms', () => {
  test.each([
    ['src/base/x.ts', '../base/a.ts'],
    ['src/codec/http1/x.ts', '../../base/a.ts'],
    ['src/flow/x.ts', '../codec/a.ts'],
    ['src/proxy/http1/x.ts', '../../certs/a.ts'],
    ['src/tools/x.ts', '../proxy/hooks.ts'],
    ['src/tools/x.ts', '../proxy/hooks/a.ts'],
    ['src/mcp/x.ts', '../session/methods/a.ts'],
    ['src/mcp/x.ts', '../control/client.ts'],
    ['src/app/x.ts', '../session/a.ts'],
    ['src/control/x.ts', '../app/a.ts'],
    ['src/cli/x.ts', '../mcp/a.ts'],
    ['src/cli/x.ts', '../index.ts'],
    ['src/index.ts', './app/a.ts'],
    ['ui/x.ts', '../src/flow/filter.ts'],
    ['ui/x.ts', './a.ts'],
    ['ui/x.ts', './a'],
  ])('%s may import %s', (importer, specifier) => {
    const target = join(dirname(importer), specifier.endsWith('.ts') ? specifier : `${specifier}.ts`);
    expect(violationsOf({ [target]: leaf, [importer]: `import { a } from '${specifier}';` })).toEqual([]);
  });

  test.each([
    ['src/base/x.ts', '../codec/a.ts', 'base may not import src/codec/a.ts'],
    ['src/codec/x.ts', '../flow/a.ts', 'codec may not import src/flow/a.ts'],
    ['src/flow/x.ts', '../net/a.ts', 'flow may not import src/net/a.ts'],
    ['src/proxy/x.ts', '../app/a.ts', 'proxy may not import src/app/a.ts'],
    ['src/tools/x.ts', '../proxy/listener.ts', 'tools may not import src/proxy/listener.ts'],
    ['src/tools/x.ts', '../proxy/hooksmith.ts', 'tools may not import src/proxy/hooksmith.ts'],
    ['src/mcp/x.ts', '../session/engine.ts', 'mcp may not import src/session/engine.ts'],
    ['src/app/x.ts', '../cli/a.ts', 'app may not import src/cli/a.ts'],
    ['src/control/x.ts', '../codec/a.ts', 'control may not import src/codec/a.ts'],
    ['src/flow/x.ts', '../index.ts', 'flow may not import src/index.ts'],
    ['src/cli/x.ts', '../../test/a.ts', 'cli may not import test/a.ts'],
    ['ui/x.ts', '../src/flow/store.ts', 'ui may not import src/flow/store.ts'],
  ])('%s may not import %s', (importer, specifier, reason) => {
    const target = join(dirname(importer), specifier);
    expect(violationsOf({ [target]: leaf, [importer]: `import { a } from '${specifier}';` })).toEqual([
      `${importer}:1: ${reason}`,
    ]);
  });

  test('a folder that is no room is a fault', () => {
    expect(violationsOf({ 'src/misc/x.ts': "import 'node:fs';" })).toEqual([
      'src/misc/x.ts:1: src/misc is not a room',
    ]);
  });

  test('a test file may import anything, and nobody a test file', () => {
    const violations = violationsOf({
      'src/base/x.test.ts': "import '../app/a.ts';",
      'src/app/a.ts': leaf,
      'src/base/y.ts': "import './x.test.ts';",
    });
    expect(violations).toEqual(['src/base/y.ts:1: imports the test src/base/x.test.ts']);
  });
});

describe('every way to import counts', () => {
  test.each([
    ["import type { A } from '../app/a.ts';"],
    ["import { type A } from '../app/a.ts';"],
    ["import '../app/a.ts';"],
    ["export { a } from '../app/a.ts';"],
    ["export * from '../app/a.ts';"],
    ["export type { A } from '../app/a.ts';"],
    ["const loaded = await import('../app/a.ts');"],
    ['const loaded = await import(`../app/a.ts`);'],
    ["let a: import('../app/a.ts').A;"],
    ["const a = require('../app/a.ts');"],
    ["new Worker(new URL('../app/a.ts', import.meta.url));"],
  ])('%s', (text) => {
    const violations = violationsOf({ 'src/app/a.ts': leaf, 'src/flow/x.ts': `// above\n${text}` });
    expect(violations).toEqual(['src/flow/x.ts:2: flow may not import src/app/a.ts']);
  });

  test('what looks like an import but is none does not count', () => {
    const violations = violationsOf({
      'src/app/a.ts': leaf,
      'src/flow/x.ts': `// import '../app/a.ts'\nexport const text = "import '../app/a.ts'";`,
    });
    expect(violations).toEqual([]);
  });

  test('an import that cannot be followed is a fault', () => {
    const violations = violationsOf({
      'src/flow/a.ts': 'await import(name);',
      'src/flow/b.ts': "import './nowhere.ts';",
      'src/flow/c.ts': "import './a';",
      'src/flow/d.ts': "import 'proxyctl';",
      'src/flow/e.ts': "import '#app';",
    });
    expect(violations).toEqual([
      'src/flow/a.ts:1: imports something that is no literal, which cannot be checked',
      'src/flow/b.ts:1: imports ./nowhere.ts, which is not a file',
      'src/flow/c.ts:1: imports ./a, which is not a file',
      'src/flow/d.ts:1: imports proxyctl; name the file instead',
      'src/flow/e.ts:1: imports #app; name the file instead',
    ]);
  });
});

describe('what codec may load', () => {
  test.each(['node:net', 'net', 'node:tls', 'node:http', 'node:https', 'node:http2', 'node:dgram'])(
    'not %s',
    (name) => {
      const violations = violationsOf({
        'src/codec/x.ts': `import '${name}';`,
        'src/net/x.ts': `import '${name}';`,
      });
      expect(violations).toEqual([`src/codec/x.ts:1: codec may not import ${name}`]);
    },
  );

  test('but the rest of Node', () => {
    expect(violationsOf({ 'src/codec/x.ts': "import 'node:buffer';\nimport 'node:zlib';" })).toEqual([]);
  });
});

describe('circles', () => {
  test('name the way round', () => {
    const violations = violationsOf({
      'src/flow/a.ts': "import './b.ts';",
      'src/flow/b.ts': "\nimport type { C } from './c.ts';",
      'src/flow/c.ts': "export const load = () => import('./a.ts');",
      'src/flow/d.ts': "import './a.ts';",
    });
    expect(violations).toEqual([
      'src/flow/c.ts:1: closes a cycle: src/flow/a.ts -> src/flow/b.ts -> src/flow/c.ts -> src/flow/a.ts',
    ]);
  });

  test('a file that imports itself', () => {
    const violations = violationsOf({ 'src/flow/a.ts': "import './a.ts';" });
    expect(violations).toEqual(['src/flow/a.ts:1: closes a cycle: src/flow/a.ts -> src/flow/a.ts']);
  });

  test('two ways to one file are no circle', () => {
    const violations = violationsOf({
      'src/flow/a.ts': "import './b.ts';\nimport './c.ts';",
      'src/flow/b.ts': "import './d.ts';",
      'src/flow/c.ts': "import './d.ts';",
      'src/flow/d.ts': leaf,
    });
    expect(violations).toEqual([]);
  });
});

describe('folders of a room', () => {
  test('do not import each other', () => {
    const violations = violationsOf({
      'src/proxy/http1/a.ts': "import '../tunnel/b.ts';",
      'src/proxy/tunnel/b.ts': leaf,
      'src/proxy/tunnel/c.ts': "import '../http1/d.ts';\nimport '../http1/e.ts';",
      'src/proxy/http1/d.ts': leaf,
      'src/proxy/http1/e.ts': leaf,
    });
    expect(violations).toEqual([
      'src/proxy/http1/a.ts:1: leads from http1 to tunnel in a circle within src/proxy/',
      'src/proxy/tunnel/c.ts:1: leads from tunnel to http1 in a circle within src/proxy/, as 1 other import does',
    ]);
  });

  test('nor by way of a third, or of a file beside them', () => {
    const violations = violationsOf({
      'src/net/pac/a.ts': "import '../routes/b.ts';",
      'src/net/routes/b.ts': leaf,
      'src/net/routes/c.ts': "import type { A } from '../dial.ts';",
      'src/net/dial.ts': "import './pac/d.ts';",
      'src/net/pac/d.ts': leaf,
    });
    expect(violations).toEqual([
      'src/net/dial.ts:1: leads from dial.ts to pac in a circle within src/net/',
      'src/net/pac/a.ts:1: leads from pac to routes in a circle within src/net/',
      'src/net/routes/c.ts:1: leads from routes to dial.ts in a circle within src/net/',
    ]);
  });

  test('nor do folders deeper down, and those of the ui', () => {
    const violations = violationsOf({
      'src/tools/rules/one/a.ts': "import '../two/a.ts';",
      'src/tools/rules/two/a.ts': leaf,
      'src/tools/rules/two/b.ts': "import '../one/c.ts';",
      'src/tools/rules/one/c.ts': leaf,
      'ui/frame/app.tsx': "import '../parts/button.tsx';",
      'ui/parts/button.tsx': leaf,
      'ui/parts/keys.tsx': "import '../frame/keyboard.ts';",
      'ui/frame/keyboard.ts': leaf,
    });
    expect(violations).toEqual([
      'src/tools/rules/one/a.ts:1: leads from one to two in a circle within src/tools/rules/',
      'src/tools/rules/two/b.ts:1: leads from two to one in a circle within src/tools/rules/',
      'ui/frame/app.tsx:1: leads from frame to parts in a circle within ui/',
      'ui/parts/keys.tsx:1: leads from parts to frame in a circle within ui/',
    ]);
  });

  test('may all import one that imports none of them', () => {
    const violations = violationsOf({
      'src/proxy/index.ts': "import './http1/a.ts';\nimport './tunnel/b.ts';",
      'src/proxy/http1/a.ts': "import '../tunnel/b.ts';\nimport '../shared/c.ts';",
      'src/proxy/tunnel/b.ts': "import '../shared/c.ts';",
      'src/proxy/shared/c.ts': leaf,
    });
    expect(violations).toEqual([]);
  });
});

describe('plug-ins', () => {
  test.each([
    'src/snippets',
    'src/tools/catalogue',
    'src/traffic/formats',
    'src/requests/protocols',
    'src/cli/commands',
  ])('of %s do not know each other', (folder) => {
    const violations = violationsOf({ [`${folder}/a.ts`]: leaf, [`${folder}/b.ts`]: "import './a.ts';" });
    expect(violations).toEqual([`${folder}/b.ts:1: a plug-in may not import its sibling ${folder}/a.ts`]);
  });

  test('share the contract, have files of their own, and are listed by the index', () => {
    const violations = violationsOf({
      'src/snippets/index.ts': "import './a/index.ts';\nimport './b.ts';",
      'src/snippets/contract.ts': leaf,
      'src/snippets/shared.ts': "import './contract.ts';",
      'src/snippets/a/index.ts': "import '../contract.ts';\nimport '../shared.ts';\nimport './own.ts';",
      'src/snippets/a/own.ts': leaf,
      'src/snippets/b.ts': "import './contract.ts';",
    });
    expect(violations).toEqual([]);
  });

  test('the index is not theirs to import', () => {
    const violations = violationsOf({
      'src/snippets/index.ts': leaf,
      'src/snippets/b.ts': "import './index.ts';",
    });
    expect(violations).toEqual([
      'src/snippets/b.ts:1: a plug-in may not import its sibling src/snippets/index.ts',
    ]);
  });
});

describe('the ui', () => {
  test('takes only types from session/methods', () => {
    const violations = violationsOf({
      'src/session/methods/a.ts': leaf,
      'ui/good.tsx': "import type { A } from '../src/session/methods/a.ts';",
      'ui/bad.tsx': "import { a } from '../src/session/methods/a.ts';",
    });
    expect(violations).toEqual([
      'ui/bad.tsx:1: ui may import only types of src/session/methods/a.ts: write "import type"',
    ]);
  });

  test('reaches nothing of Node at run time', () => {
    const violations = violationsOf({
      'src/base/files.ts': "import 'node:fs';\nimport type { Socket } from 'node:net';\nimport 'path';",
      'src/codec/a.ts': "import '../base/files.ts';",
      'src/codec/unreached.ts': "import 'node:zlib';",
      'ui/x.ts': "import '../src/codec/a.ts';\nimport type {} from '../src/codec/unreached.ts';",
    });
    expect(violations).toEqual([
      'src/base/files.ts:1: the ui reaches this file, which may not import node:fs',
      'src/base/files.ts:3: the ui reaches this file, which may not import path',
    ]);
  });
});

describe('as a command', () => {
  const script = fileURLToPath(new URL('check-rooms.ts', import.meta.url));
  const run = () => spawnSync(process.execPath, [script, root], { encoding: 'utf8' });

  test('fails when there was nothing to check', () => {
    const { status, stdout, stderr } = run();
    expect({ status, stdout }).toEqual({ status: 1, stdout: 'rooms: 0 modules, 0 imports, 0 violations\n' });
    expect(stderr).toBe(`error: no module found in ${root}: nothing was checked\n`);
  });

  test('prints the faults and fails', () => {
    violationsOf({ 'src/flow/a.ts': leaf, 'src/codec/b.ts': "import '../flow/a.ts';" });
    const { status, stdout } = run();
    expect(status).toBe(1);
    expect(stdout).toBe(
      'src/codec/b.ts:1: codec may not import src/flow/a.ts\nrooms: 2 modules, 1 imports, 1 violations\n',
    );
  });

  test('passes where all is well', () => {
    violationsOf({ 'src/codec/a.ts': leaf, 'src/flow/b.ts': "import '../codec/a.ts';" });
    const { status, stdout } = run();
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'rooms: 2 modules, 1 imports, 0 violations\n' });
  });
});

describe('the entry of a folder', () => {
  test('is its index, not a file beside it', () => {
    expect(
      violationsOf({ 'src/flow/views.ts': leaf, 'src/flow/views/json.ts': leaf, 'src/flow/store.ts': leaf }),
    ).toEqual([
      'src/flow/views.ts:1: stands beside the folder src/flow/views/: move it to src/flow/views/index.ts',
    ]);
    rmSync(join(root, 'src/flow/views.ts'));
    expect(violationsOf({ 'src/flow/views/index.ts': leaf })).toEqual([]);
  });
});
