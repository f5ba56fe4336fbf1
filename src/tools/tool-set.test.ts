import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RuleError } from '../base/errors.ts';
import { capturedFlow } from '../../test/helpers/flows.ts';
import { temporaryHome } from '../../test/helpers/home.ts';
import { toolServices } from '../../test/helpers/tools.ts';
import type { Flow } from '../flow/flow.ts';
import { ToolSet } from './tool-set.ts';
import { tools } from './catalogue/index.ts';
import { withAbsolutePaths } from './rules/tools-file.ts';

function toolSet(): ToolSet {
  return new ToolSet(toolServices());
}

function errorOf(act: () => unknown): RuleError {
  try {
    act();
  } catch (error) {
    if (error instanceof RuleError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('rules of an editor', () => {
  test('are saved as a whole, in their place or at an index', () => {
    const set = toolSet();
    const first = set.upsert('blockList', { name: 'a', conditions: { app: 'curl' }, status: 418 });
    set.setEnabled('blockList', false);
    set.put('blockList', { id: first.id, name: 'b' });
    set.put('blockList', { id: 'gone', name: 'back' }, 0);
    const [listed] = set.list('blockList');
    expect(listed).toMatchObject({ enabled: false, rules: [{ id: 'gone' }, { id: first.id, name: 'b' }] });
    expect(listed?.rules[1]).toMatchObject({ conditions: {}, status: 403 });
  });

  test('of a file are added with new ids; a wrong one changes nothing', () => {
    const set = toolSet();
    const { id } = set.upsert('blockList', { name: 'a' });
    const file = {
      version: 1,
      tools: { blockList: { rules: [{ id, name: 'b' }] }, noCaching: { enabled: true } },
    };
    set.add(file);
    const names = set.list('blockList')[0]!.rules.map((rule) => rule['name']);
    expect(names).toEqual(['a', 'b']);
    expect(set.list('blockList')[0]!.rules[1]!.id).not.toBe(id);
    expect(set.activeTools).toEqual(['blockList', 'noCaching']);
    const error = errorOf(() => set.add({ version: 1, tools: { blockList: { rules: [{ status: 1 }] } } }));
    expect(error.field).toBe('tools.blockList.rules[0].status');
    expect(set.list('blockList')[0]!.rules).toHaveLength(2);
  });

  test('are described by a JSON Schema that says when a field has an effect', () => {
    const form = toolSet()
      .ruleForms()
      .find(({ tool }) => tool === 'mapLocal');
    expect(form).toMatchObject({
      matching: 'first',
      defaults: { pattern: '*', status: 200 },
      schema: { properties: { filePath: { type: 'string', when: { source: ['file'] } } } },
    });
    expect(form?.own).toContain('filePath');
    expect(form?.own).not.toContain('pattern');
  });
});

describe('warnings', () => {
  const home = temporaryHome();

  test('name what does not work yet', async () => {
    const set = toolSet();
    const file = join(home.path, 'body.json');
    const upsert = async (tool: string, given: object): Promise<readonly string[]> =>
      set.warnings(tool, set.upsert(tool, given).id);
    expect(await upsert('mapLocal', { source: 'file', filePath: file })).toEqual([
      `filePath is ${JSON.stringify(file)}: there is no such file`,
    ]);
    expect(await upsert('mapLocal', { body: { file } })).toEqual([
      `body.file is ${JSON.stringify(file)}: there is no such file`,
    ]);
    expect(await upsert('mapLocal', { source: 'file', filePath: home.path })).toEqual([
      `filePath is ${JSON.stringify(home.path)}: it is a folder, not a file`,
    ]);
    expect(await upsert('blockList', { methods: ['GET', 'GTE', 'PURGE', 'MINE'] })).toEqual([
      'methods[1] is "GTE", which is not a registered method: did you mean GET?',
      'methods[3] is "MINE", which is not a registered method: only requests with exactly this method match',
    ]);
    writeFileSync(file, 'function onRequest( {');
    expect(await upsert('mapLocal', { source: 'directory', directory: file })).toEqual([
      `directory is ${JSON.stringify(file)}: it is not a folder`,
    ]);
    expect(await upsert('scripting', { filePath: file })).toEqual([
      'filePath: the script cannot be used: Unexpected end of input (line 1)',
    ]);
    expect(await upsert('mockSets', { mocks: [{ method: 'GTE', body: { file: `${file}2` } }] })).toEqual([
      `mocks[0].body.file is ${JSON.stringify(`${file}2`)}: there is no such file`,
      'mocks[0].method is "GTE", which is not a registered method: did you mean GET?',
    ]);
    expect(await upsert('mapLocal', { source: 'file', filePath: file })).toEqual([]);
    expect(await set.allWarnings()).toContain(
      `Map Local, "Untitled": filePath is ${JSON.stringify(home.path)}: it is a folder, not a file`,
    );
    await set.close();
  });

  test('of a saved rule may be sent back', () => {
    const set = toolSet();
    const rule = set.upsert('mapLocal', { name: 'a' });
    expect(set.upsert('mapLocal', { ...rule, warnings: ['w'] })).toEqual(rule);
  });
});

describe('rules', () => {
  test('a new one has the defaults and an id, and switches its tool on', () => {
    const set = toolSet();
    const rule = set.upsert('mapLocal', { status: 201, body: 'hi' });
    expect(rule).toEqual({
      ...set.list('mapLocal')[0]?.exampleRule,
      id: rule.id,
      conditions: {},
      headers: [],
      status: 201,
      body: { text: 'hi' },
    });
    expect(rule.id).toMatch(/^[\da-f]{8}$/);
    expect(set.activeTools).toEqual(['mapLocal']);
    expect(set.list('mapLocal')[0]?.rules).toEqual([rule]);
  });

  test('a change merges objects, replaces lists, and null resets', () => {
    const set = toolSet();
    const { id } = set.upsert('mapLocal', {
      name: 'mine',
      methods: ['get', 'POST'],
      headers: [{ name: 'A', value: '1' }],
      conditions: { host: 'a.test', protocol: 'https', query: [{ name: 'a' }] },
      status: 404,
    });
    const changed = set.upsert('mapLocal', {
      id,
      methods: ['PUT'],
      conditions: { protocol: null, app: 'curl', query: [{ name: 'b', op: 'absent' }] },
      status: null,
      isEnabled: false,
    });
    expect(changed).toMatchObject({
      id,
      name: 'mine',
      enabled: false,
      methods: ['PUT'],
      headers: [{ name: 'A', value: '1' }],
      status: 200,
    });
    expect(changed['conditions']).toEqual({
      host: 'a.test',
      app: 'curl',
      query: [{ name: 'b', op: 'absent', value: '' }],
    });
  });

  test('a different body source replaces the previous one', () => {
    const set = toolSet();
    const { id } = set.upsert('blockList', { body: { text: 'no' } });
    expect(set.upsert('blockList', { id, body: { base64: 'bm8=' } })['body']).toEqual({ base64: 'bm8=' });
    expect(set.upsert('blockList', { id, body: 'text' })['body']).toEqual({ text: 'text' });
    expect(set.upsert('blockList', { id, body: null })['body']).toEqual({ text: '' });
  });

  test('a rejected change changes nothing', () => {
    const set = toolSet();
    const { id } = set.upsert('blockList', { name: 'mine' });
    const before = set.state();
    expect(() => set.upsert('blockList', { id, name: 'other', status: 99 })).toThrow(RuleError);
    expect(set.state()).toEqual(before);
  });

  test('can be removed and reordered', () => {
    const set = toolSet();
    const ids = ['a', 'b', 'c'].map((name) => set.upsert('mapLocal', { name }).id);
    set.reorder('mapLocal', ids.toReversed());
    expect(set.list('mapLocal')[0]?.rules.map((rule) => rule['name'])).toEqual(['c', 'b', 'a']);
    set.remove('mapLocal', ids[1]!);
    expect(set.list('mapLocal')[0]?.rules.map(({ id }) => id)).toEqual([ids[2], ids[0]]);
    for (const wrong of [[ids[0]!], [ids[0]!, ids[0]!], []])
      expect(errorOf(() => set.reorder('mapLocal', wrong)).field).toBe('ids');
  });

  test('fields that a tool does not support are neither listed nor accepted', () => {
    const set = toolSet();
    const rule = set.upsert('dnsSpoofing', { host: '*.A.test', address: '10.0.0.1' });
    expect(Object.keys(rule)).not.toContain('pattern');
    expect(rule).toMatchObject({ host: '*.a.test', address: '10.0.0.1', port: null });
    expect(errorOf(() => set.upsert('dnsSpoofing', { pattern: '*' })).message).toContain(
      'pattern is not a field of DNS Spoofing rules',
    );
  });
});

describe('tools', () => {
  test('are found by name and by title', () => {
    const set = toolSet();
    expect(set.setEnabled('maplocal', true)).toBe('mapLocal');
    expect(set.setEnabled('Block List', true)).toBe('blockList');
    expect(set.activeTools).toEqual(['blockList', 'mapLocal']);
    expect(set.setEnabled('DNS spoofing', false)).toBe('dnsSpoofing');
  });

  test('keep their rules while they are off', () => {
    const set = toolSet();
    set.upsert('mapLocal', {});
    set.setEnabled('mapLocal', false);
    expect(set.list('mapLocal')[0]).toMatchObject({ enabled: false, rules: [{ name: 'Untitled' }] });
    expect(set.activeTools).toEqual([]);
  });

  test('are listed without rules, too', () => {
    expect(toolSet().list('No Caching')).toEqual([
      {
        tool: 'noCaching',
        title: 'No Caching',
        enabled: false,
        summary:
          'Makes servers send every response in full, and keeps clients from caching: it has no rules.',
        rules: [],
        exampleRule: null,
      },
    ]);
  });

  test('listeners are called for each change until they unsubscribe', () => {
    const set = toolSet();
    let changes = 0;
    const unsubscribe = set.onChange(() => void (changes += 1));
    const { id } = set.upsert('mapLocal', {});
    set.setEnabled('mapLocal', false);
    set.remove('mapLocal', id);
    expect(changes).toBe(3);
    unsubscribe();
    set.setEnabled('mapLocal', true);
    expect(changes).toBe(3);
  });

  test('hooks exist while an enabled tool has something to do', async () => {
    const set = toolSet();
    const { hooks } = set;
    const hookNames = (): readonly string[] =>
      Object.entries(hooks).flatMap(([name, hook]) => (hook === undefined ? [] : [name]));
    expect(hookNames()).toEqual([]);
    set.setEnabled('mapLocal', true);
    expect(hookNames()).toEqual([]);
    const { id } = set.upsert('mapLocal', {});
    expect(hookNames()).toEqual(['exchange']);
    set.upsert('mapLocal', { id, enabled: false });
    expect(hookNames()).toEqual([]);
    set.upsert('allowList', {});
    expect(hookNames()).toEqual(['exchange', 'tunnel', 'mayDecrypt']);
    set.setEnabled('allowList', false);
    set.setEnabled('noCaching', true);
    expect(hookNames()).toEqual(['exchange']);
    await set.close();
    expect(hookNames()).toEqual([]);
  });
});

describe('errors', () => {
  test.each<[string, (set: ToolSet) => unknown, string, string]>([
    ['tool', (set) => set.upsert('mapLocla', {}), '"mapLocla" is not a tool: did you mean mapLocal?', 'tool'],
    ['tool', (set) => set.list('xyzzyxyz'), '"xyzzyxyz" is not a tool: expected one of allowList, ', 'tool'],
    ['rules', (set) => set.upsert('noCaching', {}), 'No Caching has no rules', 'tool'],
    ['id', (set) => set.upsert('mapLocal', { id: 'zz' }), 'no rule with id "zz" in Map Local', 'id'],
    ['id', (set) => set.upsert('mapLocal', { id: 5 }), 'id is 5: give the id of a rule', 'id'],
    ['id', (set) => set.remove('mapLocal', 'zz'), 'no rule with id "zz"', 'id'],
    ['rule', (set) => set.upsert('mapLocal', []), 'a Map Local rule is an object', ''],
    ['rule', (set) => set.upsert('mapLocal', null), 'a Map Local rule is an object', ''],
    [
      'field',
      (set) => set.upsert('mapLocal', { stauts: 1 }),
      'stauts is not a field of Map Local rules: did you mean status?',
      'stauts',
    ],
    [
      'field',
      (set) => set.upsert('mapLocal', { conditions: { hots: 'a' } }),
      'conditions.hots is not a field of Map Local rules: did you mean host?',
      'conditions.hots',
    ],
    ['name', (set) => set.upsert('mapLocal', { name: 5 }), 'name is 5: give a text', 'name'],
    [
      'enabled',
      (set) => set.upsert('mapLocal', { enabled: 'no' }),
      'enabled is "no": give true or false',
      'enabled',
    ],
    ['pattern', (set) => set.upsert('mapLocal', { pattern: '' }), 'pattern is "": give a pattern', 'pattern'],
    [
      'regex',
      (set) => set.upsert('mapLocal', { pattern: 'a(?=b)', patternType: 'regex' }),
      'pattern is "a(?=b)": give a regular expression without look-ahead (?=…)',
      'pattern',
    ],
    [
      'patternType',
      (set) => set.upsert('mapLocal', { patternType: 'glob' }),
      'patternType is "glob": give "wildcard", "regex", "contains" or "exact"',
      'patternType',
    ],
    [
      'methods',
      (set) => set.upsert('mapLocal', { methods: 'GET' }),
      'methods is "GET": give a list',
      'methods',
    ],
    ['methods', (set) => set.upsert('mapLocal', { methods: ['a b'] }), 'methods[0] is "a b"', 'methods[0]'],
    [
      'op',
      (set) => set.upsert('mapLocal', { conditions: { query: [{ name: 'a', op: 'is' }] } }),
      'conditions.query[0].op is "is": give "exists", "absent", "equals", "contains" or "regex"',
      'conditions.query[0].op',
    ],
    [
      'regex in a condition',
      (set) => set.upsert('mapLocal', { conditions: { headers: [{ name: 'a', op: 'regex', value: '(' }] } }),
      'conditions.headers[0].value is "(": give a valid regular expression',
      'conditions.headers[0].value',
    ],
    [
      'body condition',
      (set) => set.upsert('mapLocal', { conditions: { body: { op: 'jsonPath', path: 'a' } } }),
      'conditions.body.path is "a": give a path such as $.user.roles[0]',
      'conditions.body.path',
    ],
    [
      'body condition',
      (set) => set.upsert('mapLocal', { conditions: { body: {} } }),
      'conditions.body.value is missing: give a text',
      'conditions.body.value',
    ],
    [
      'clientIP',
      (set) => set.upsert('mapLocal', { conditions: { clientIP: 'me' } }),
      'conditions.clientIP is "me": give an IP address or a range',
      'conditions.clientIP',
    ],
    [
      'probability',
      (set) => set.upsert('mapLocal', { conditions: { probability: 2 } }),
      'conditions.probability is 2: give a number from 0 to 1',
      'conditions.probability',
    ],
    [
      'header',
      (set) => set.upsert('mapLocal', { headers: [{ name: 'a b' }] }),
      'headers[0].name is "a b": give the name of a header',
      'headers[0].name',
    ],
    [
      'header',
      (set) => set.upsert('mapLocal', { headers: [{ name: 'a', value: 'x\r\ny' }] }),
      String.raw`headers[0].value is "x\r\ny": give a text without line breaks`,
      'headers[0].value',
    ],
    ['body', (set) => set.upsert('blockList', { body: 5 }), 'body is 5: give a text, or an object', 'body'],
    [
      'body',
      (set) => set.upsert('blockList', { body: { text: 'a', file: '/b' } }),
      'body is {"text":"a","file":"/b"}: give a text, or an object with one of text, base64, file',
      'body',
    ],
    [
      'body',
      (set) => set.upsert('blockList', { body: { file: 'b.txt' } }),
      'body.file is "b.txt": give the absolute path of a file',
      'body.file',
    ],
    [
      'body',
      (set) => set.upsert('blockList', { body: { base64: '?' } }),
      'body.base64 is "?": give Base64',
      'body.base64',
    ],
    [
      'status',
      (set) => set.upsert('blockList', { status: 99 }),
      'status is 99: give a whole number',
      'status',
    ],
    [
      'host',
      (set) => set.upsert('dnsSpoofing', { host: 'http://a' }),
      'host is "http://a": give a host',
      'host',
    ],
  ])('%s', (_, act, message, field) => {
    const error = errorOf(() => act(toolSet()));
    expect(error.message).toContain(message);
    expect(error.field).toBe(field);
  });

  test('suggests a similar id', () => {
    const set = toolSet();
    const { id } = set.upsert('mapLocal', {});
    const wrong = `${id.slice(0, -1)}x`;
    expect(errorOf(() => set.remove('mapLocal', wrong)).message).toContain(`did you mean ${id}?`);
  });
});

describe('a stored state', () => {
  test('is restored unchanged', () => {
    const set = toolSet();
    set.upsert('mapLocal', { name: 'one' });
    set.upsert('dnsSpoofing', { host: 'a.test' });
    set.setEnabled('mapLocal', false);
    const state = JSON.parse(JSON.stringify(set.state()));
    const other = toolSet();
    other.upsert('blockList', {});
    other.load(state);
    expect(other.state()).toEqual(state);
    expect(other.activeTools).toEqual(['dnsSpoofing']);
  });

  test('rules without an id get one, missing tools are off', () => {
    const set = toolSet();
    set.load({ version: 1, tools: { mapLocal: { enabled: true, rules: [{}, { status: 404 }] } } });
    const [listing] = set.list('mapLocal');
    expect(new Set(listing?.rules.map(({ id }) => id)).size).toBe(2);
    expect(listing?.rules.every(({ id }) => id.length === 8)).toBe(true);
    expect(set.activeTools).toEqual(['mapLocal']);
  });

  test.each<[unknown, string, string]>([
    [null, 'the file is null: give an object with version and tools', ''],
    [{ version: 2, tools: {} }, 'version is 2: give 1', 'version'],
    [{ version: 1 }, 'tools is not an object', 'tools'],
    [{ version: 1, tools: {}, rules: [] }, 'rules is not a field: ', 'rules'],
    [
      { version: 1, tools: { mapLocla: {} } },
      '"mapLocla" is not a tool: did you mean mapLocal?',
      'tools.mapLocla',
    ],
    [{ version: 1, tools: { mapLocal: [] } }, 'tools.mapLocal is []: give an object', 'tools.mapLocal'],
    [
      { version: 1, tools: { mapLocal: { enable: true } } },
      'tools.mapLocal.enable is not a field: did you mean enabled?',
      'tools.mapLocal.enable',
    ],
    [
      { version: 1, tools: { mapLocal: { enabled: 1 } } },
      'tools.mapLocal.enabled is 1: give true or false',
      'tools.mapLocal.enabled',
    ],
    [
      { version: 1, tools: { mapLocal: { rules: {} } } },
      'tools.mapLocal.rules is {}: give a list of rules',
      'tools.mapLocal.rules',
    ],
    [
      { version: 1, tools: { noCaching: { rules: [{}] } } },
      'noCaching has no rules, leave them out',
      'tools.noCaching.rules',
    ],
    [
      { version: 1, tools: { mapLocal: { rules: [{}, { name: 'mine', status: 99 }] } } },
      'tools.mapLocal.rules[1] ("mine"): status is 99: give a whole number',
      'tools.mapLocal.rules[1].status',
    ],
    [
      { version: 1, tools: { mapLocal: { rules: [{ id: 'a' }, { id: 'a' }] } } },
      'tools.mapLocal.rules[1].id is "a": another rule has that id',
      'tools.mapLocal.rules[1].id',
    ],
  ])('rejects %j as a whole', (state, message, field) => {
    const set = toolSet();
    set.upsert('blockList', {});
    const before = set.state();
    const error = errorOf(() => set.load(state));
    expect(error.message).toContain(message);
    expect(error.field).toBe(field);
    expect(set.state()).toEqual(before);
  });
});

test('paths in a file are resolved', () => {
  const rules = [
    { filePath: 'a.json', body: { file: '/b' }, directory: '', source: 'file' },
    { filePath: 5 },
  ];
  const mocks = [{ source: 'x.har', mocks: [{ body: { file: 'y' } }] }];
  const state = { version: 1, tools: { mapLocal: { enabled: true, rules }, mockSets: { rules: mocks } } };
  expect(withAbsolutePaths(state, '/conf', tools)).toEqual({
    version: 1,
    tools: {
      mapLocal: {
        enabled: true,
        rules: [
          { filePath: '/conf/a.json', body: { file: '/b' }, directory: '', source: 'file' },
          { filePath: 5 },
        ],
      },
      mockSets: { rules: [{ source: '/conf/x.har', mocks: [{ body: { file: '/conf/y' } }] }] },
    },
  });
  for (const wrong of [null, 5, [], { tools: 5 }])
    expect(withAbsolutePaths(wrong, '/conf', tools)).toEqual(wrong);
});

describe('a captured request', () => {
  const flow = capturedFlow({
    id: 12,
    target: { scheme: 'https', host: 'a.test', port: 443 },
    request: { head: ['POST /v1/users?x=1 HTTP/1.1', 'Host: a.test'], body: 'hello' },
  });

  test('becomes an enabled rule', async () => {
    const set = toolSet();
    const rule = await set.ruleFromFlow('blockList', flow);
    expect(rule).toMatchObject({
      name: 'POST https://a.test/v1/users',
      pattern: 'https://a.test/v1/users',
      includeSubpaths: false,
      methods: ['POST'],
    });
    expect(set.activeTools).toEqual(['blockList']);
    expect(await set.explain(flow)).toMatchObject([{ id: rule.id, result: 'matched' }]);
  });

  test('becomes a rule for the host of a tunnel', async () => {
    const tunnel = capturedFlow({ request: null, target: { scheme: 'https', host: 'a.test', port: 8443 } });
    const set = toolSet();
    expect(await set.ruleFromFlow('blockList', tunnel)).toMatchObject({
      pattern: 'https://a.test:8443',
      includeSubpaths: true,
      methods: [],
    });
    expect(await set.explain(tunnel)).toMatchObject([{ result: 'matched' }]);
    expect(await set.ruleFromFlow('dnsSpoofing', tunnel)).toMatchObject({
      host: 'a.test',
      address: 'a.test',
    });
    await expect(set.ruleFromFlow('noCaching', tunnel)).rejects.toThrow('No Caching has no rules');
  });

  test('becomes a rule for its GraphQL operation', async () => {
    const request = (body: string): Flow =>
      capturedFlow({
        request: { head: ['POST /graphql HTTP/1.1', 'Host: a.test', 'Content-Type: application/json'], body },
      });
    const graphql = request('{"query":"query Cart { items }","operationName":"Cart"}');
    const set = toolSet();
    expect(await set.ruleFromFlow('blockList', graphql)).toMatchObject({
      name: 'Cart, POST http://example.test/graphql',
      conditions: { graphqlOperation: 'Cart' },
    });
    expect(await set.ruleFromFlow('mockSets', graphql)).toMatchObject({
      pattern: '*',
      conditions: {},
      mocks: [{ pattern: 'http://example.test/graphql', conditions: { graphqlOperation: 'Cart' } }],
    });
    const batch = request('[{"query":"query A { a }"},{"query":"query B { b }"}]');
    expect(await set.ruleFromFlow('blockList', batch)).toMatchObject({ conditions: {} });
    expect(await set.explain(graphql)).toMatchObject([
      { tool: 'blockList', result: 'matched' },
      { tool: 'blockList', result: 'matched' },
      { tool: 'mockSets', result: 'matched' },
    ]);
  });

  test('is explained: why each rule does not match', async () => {
    const set = toolSet();
    set.upsert('mapLocal', { name: 'yes', pattern: 'a.test' });
    set.upsert('mapLocal', { name: 'nearly', methods: ['GET'], enabled: false });
    set.upsert('blockList', { name: 'not', pattern: 'b.test', methods: ['GET'] });
    set.setEnabled('blockList', false);
    expect(await set.explain(flow)).toMatchObject([
      {
        tool: 'blockList',
        title: 'Block List',
        name: 'not',
        active: false,
        result: 'not',
        reasons: [
          'the pattern b.test does not match https://a.test/v1/users?x=1',
          'the method is POST, not GET',
        ],
      },
      { tool: 'mapLocal', name: 'yes', active: true, result: 'matched', reasons: [] },
      { name: 'nearly', active: false, result: 'nearly', reasons: ['the method is POST, not GET'] },
    ]);
  });

  test('is found by a dry run of an unsaved rule', async () => {
    const set = toolSet();
    const tunnel = capturedFlow({ id: 13, request: null });
    const flows = [capturedFlow({ id: 14 }), tunnel, flow];
    const rule = { pattern: 'a.test', conditions: { body: { value: 'hell' } } };
    expect(await set.dryRun('mapLocal', rule, flows)).toEqual({
      matched: [12],
      nearly: [],
      examined: 3,
      isCut: false,
    });
    expect(await set.dryRun('mapLocal', { pattern: 'a.test/v2' }, flows)).toEqual({
      matched: [],
      nearly: [{ id: 12, why: 'the pattern a.test/v2 does not match https://a.test/v1/users?x=1' }],
      examined: 3,
      isCut: false,
    });
    expect(set.list('mapLocal')[0]?.rules).toEqual([]);
    const { id } = set.upsert('mapLocal', { pattern: 'b.test' });
    expect((await set.dryRun('mapLocal', { id, pattern: 'a.test' }, flows)).matched).toEqual([12]);
    await expect(set.dryRun('mapLocal', { stauts: 1 }, flows)).rejects.toThrow('did you mean status?');
  });

  test('is looked for in the newest requests, which are read one after another', async () => {
    let read = 0;
    function* newestFirst(): Generator<Flow, void, undefined> {
      for (let id = 1_000_000; id > 0; id -= 1, read += 1) yield capturedFlow({ id });
    }
    const { matched, ...result } = await toolSet().dryRun('mapLocal', { pattern: '*' }, newestFirst());
    expect(result).toEqual({ nearly: [], examined: 10_000, isCut: true });
    expect([matched[0], matched.at(-1)]).toEqual([990_001, 1_000_000]);
    expect(read).toBe(10_000);
  });
});
