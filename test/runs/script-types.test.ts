// The types of scripts for editors: they have no more names than scripts have, and scripts as people write them fit them.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, describe, expect, test } from 'vitest';
import { ScriptRunner } from '../../src/runs/scripts/index.ts';
import { runTask } from '../helpers/script-tasks.ts';
import { received } from '../helpers/runs.ts';

const runner = new ScriptRunner();
afterAll(() => runner.close());

function pathOf(name: 'pm' | 'bru'): string {
  return fileURLToPath(new URL(`../../types/${name}.d.ts`, import.meta.url));
}

/** Returns the expressions of all members that can be read from a global, such as `pm.environment.get`. */
function membersOf(name: 'pm' | 'bru'): readonly string[] {
  const source = ts.createSourceFile(name, readFileSync(pathOf(name), 'utf8'), ts.ScriptTarget.Latest);
  const interfaces = new Map<string, readonly ts.TypeElement[]>();
  const globals: (readonly [string, ts.TypeNode | undefined])[] = [];
  for (const statement of source.statements) {
    if (ts.isInterfaceDeclaration(statement)) interfaces.set(statement.name.text, statement.members);
    if (ts.isFunctionDeclaration(statement)) globals.push([statement.name!.text, undefined]);
    if (ts.isVariableStatement(statement))
      for (const each of statement.declarationList.declarations)
        globals.push([(each.name as ts.Identifier).text, each.type]);
  }
  const below = (expression: string, type: ts.TypeNode | undefined): readonly string[] => {
    if (type === undefined) return [expression];
    if (ts.isIntersectionTypeNode(type)) return type.types.flatMap((each) => below(expression, each));
    const members = ts.isTypeLiteralNode(type)
      ? type.members
      : ts.isTypeReferenceNode(type)
        ? (interfaces.get((type.typeName as ts.Identifier).text) ?? [])
        : [];
    const inner = members.flatMap((member) => {
      // Optional ones depend on the request.
      if (member.name === undefined || member.questionToken !== undefined) return [];
      const path = `${expression}.${(member.name as ts.Identifier).text}`;
      return below(path, ts.isPropertySignature(member) ? member.type : undefined);
    });
    return [expression, ...inner];
  };
  return [...new Set(globals.flatMap(([global, type]) => below(global, type)))];
}

describe.each(['pm', 'bru'] as const)('the types of %s', (name) => {
  test('have no member that scripts do not have', async () => {
    const members = membersOf(name);
    expect(members.length).toBeGreaterThan(60);
    // A variable of the environment may be anything, and `name` is undefined without one.
    const values = members.filter((each) => !/\.(?:name|id|current)$/.test(each));
    const script = `${name === 'bru' ? "'use bruno';" : ''}
      const missing = [];
      ${values.map((each) => `try { if (typeof ${each} === 'undefined') missing.push('${each}') } catch (e) { missing.push('${each} ' + e.message) }`).join('\n')}
      console.log(JSON.stringify(missing));`;
    const { console: lines, error } = await runTask(runner, script, {
      ...received(),
      cookies: [],
      url: 'http://a.test/',
    });
    expect([error, lines[0]?.text]).toEqual([null, '[]']);
  });
});

const SCRIPTS: readonly (readonly ['pm' | 'bru', string, number])[] = [
  [
    'pm',
    `pm.test('is right', () => { pm.response.to.have.status(200); pm.expect(pm.response.json().id).to.equal(pm.environment.get('id')); });
     pm.sendRequest({ url: 'http://a.test', method: 'POST', header: { a: 'b' }, body: { mode: 'raw', raw: '{}' } }, (error, response) => { console.log(error, response.code); });
     pm.execution.setNextRequest(null); pm.execution.runRequest('A', { variables: { a: 1 } }).then((r) => r.text());
     pm.request.headers.upsert({ key: 'a', value: 'b' }); pm.vault.get('a').then((value) => value?.length);`,
    0,
  ],
  ['pm', `pm.enviroment.get('a'); pm.test('a'); pm.execution.setNextRequest(5);`, 3],
  [
    'bru',
    `bru.setVar('a', res.body.id); test('t', () => { expect(res.getStatus()).to.equal(200); }); req.setHeader('a', 'b');
     bru.runRequest('users/Login').then(({ data }) => bru.setEnvVar('t', data.token)); const name = res('items[0].name');`,
    0,
  ],
  ['bru', `bru.setVars('a', 1); req.setTimeout('5');`, 2],
];

test.each(SCRIPTS)('a script of %s has its errors and no others (%#)', (name, script, count) => {
  const file = '/script.ts';
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const plain = { ...host };
  host.getSourceFile = (path, ...rest) =>
    path === file
      ? ts.createSourceFile(path, `export {};\n${script}`, ts.ScriptTarget.Latest)
      : plain.getSourceFile(path, ...rest);
  host.fileExists = (path) => path === file || plain.fileExists(path);
  const program = ts.createProgram([pathOf(name), file], options, host);
  expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)).toHaveLength(count);
});
