// Requests of the types that are sent, in the API client in a real browser against real servers.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buildSchema, graphql } from 'graphql';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { openDraft } from '../helpers/client-drafts.ts';
import { chatServer } from '../helpers/grpc.ts';
import { temporaryHome } from '../helpers/home.ts';
import { listening } from '../helpers/listening.ts';
import { mcpHttpServer } from '../helpers/mcp-server.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { sampled, themes } from '../helpers/scale.ts';

const browser = await startBrowser();
const withBrowser = test.skipIf(browser === null);
let running: TestApp;
let folder: ReturnType<typeof temporaryHome>;
let open: readonly Page[] = [];

beforeAll(async () => {
  folder = temporaryHome();
  mkdirSync(folder.path, { recursive: true });
  running = await startTestApp({ workspaceFolder: folder.path });
}, 120_000);

afterEach(async () => {
  await Promise.all(open.map((page) => page.context().close()));
  open = [];
});

afterAll(async () => {
  await browser?.close();
  await running.close();
  folder.remove();
});

async function openRequest(request: object): Promise<Page> {
  const page = await openDraft(browser!, running, request);
  open = [...open, page];
  return page;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name });
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function fill(page: Page, name: string, text: string): Promise<void> {
  await textbox(page, name).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

const schema = buildSchema(`
  type Query { products(first: Int): [Product!]!  version: String  gone: String  lost: String }
  type Product { sku: ID! title: String }
`);

const fails = (): never => {
  throw new Error('it is gone');
};

async function answerGraphql(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { query, variables, operationName } = JSON.parse(Buffer.concat(chunks).toString());
  const result = await graphql({
    schema,
    source: query,
    variableValues: variables,
    operationName,
    rootValue: {
      version: 'seven',
      gone: fails,
      lost: fails,
      products: ({ first }: { first: number }) => [{ sku: `S${first}` }],
    },
  });
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(result));
}

withBrowser(
  'GraphQL: the schema, a ready operation, a completed field, and one of two operations',
  async () => {
    const port = await listening(createServer((...given) => void answerGraphql(...given)));
    const page = await openRequest({
      type: 'graphql',
      method: 'POST',
      url: `http://127.0.0.1:${port}/`,
      body: { type: 'graphql', query: '', variables: '', operationName: '' },
    });
    await button(page, 'Show schema').click();
    await button(page, 'Ask the server').click();
    await button(page, 'Write the operation version').click();
    await page.keyboard.press('Control+Enter');
    await page.getByText('"seven"').waitFor();
    await fill(page, 'Query', 'query One($n: Int) { products(first: $n) {  } }\nquery Two { version }');
    await fill(page, 'Variables', '{"n": 5}');
    await textbox(page, 'Query').click();
    await page.keyboard.press('Control+Home');
    for (let at = 0; at < 'query One($n: Int) { products(first: $n) { '.length; at += 1)
      await page.keyboard.press('ArrowRight');
    await page.keyboard.type('sk');
    // The editor takes Enter only some time after the list has opened.
    await page.getByRole('option', { name: /^sku/ }).click();
    await textbox(page, 'Query').getByText('sku').waitFor();
    await page.getByLabel('Operation', { exact: true }).selectOption('One');
    await page.keyboard.press('Control+Enter');
    await tab(page, 'Body').click();
    await page.getByRole('radio', { name: 'JSON' }).click();
    await page.getByText('"S5"').waitFor();
    await fill(page, 'Query', 'query One { version gone lost }');
    await page.keyboard.press('Control+Enter');
    await page.getByText('2 errors beside the data').waitFor();
    await page.getByText('gone: it is gone').waitFor();
  },
);

withBrowser(
  'SQL: a statement with a parameter, its rows as a grid, and the refusal of a read-only one',
  async () => {
    const database = new DatabaseSync(join(folder.path, 'shop.db'));
    database.exec('CREATE TABLE orders (id TEXT, total REAL, note TEXT)');
    for (let n = 0; n < 500; n += 1) database.exec(`INSERT INTO orders VALUES ('o${n}', ${n}, NULL)`);
    database.close();
    const page = await openRequest({
      type: 'sql',
      url: 'sqlite:shop.db',
      sql: {
        driver: 'sqlite',
        statement: 'SELECT id, total, note FROM orders WHERE total >= ?',
        parameters: ['10'],
      },
    });
    await button(page, /^Run/).click();
    const grid = page.getByRole('grid', { name: 'Rows' });
    await grid.getByRole('gridcell', { name: 'o10', exact: true }).click();
    expect(await grid.getAttribute('aria-rowcount')).toBe('491');
    await page.keyboard.press('ArrowRight');
    await page.getByText('row 1, total = 10').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('row 1, note = NULL').waitFor();
    await grid.getByRole('button', { name: /^total/ }).click();
    await grid.getByRole('button', { name: /^total/ }).click();
    await grid.getByRole('gridcell', { name: 'o499', exact: true }).waitFor();
    await page.getByLabel('Filter these rows').fill('o42');
    await grid.getByRole('gridcell', { name: 'o42', exact: true }).waitFor();
    await button(page, 'Save as dataset…').click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('late orders');
    await page.keyboard.press('Enter');
    await page.getByText('Saved the dataset late orders').waitFor();
    const datasets = await running.result('list_datasets', { dataset: 'late orders' });
    expect(datasets).toMatchObject([{ rows: 11, columns: ['id', 'total', 'note'] }]);
    await page.getByRole('switch', { name: 'Read only' }).click();
    await fill(page, 'Statement', 'DELETE FROM orders WHERE total = ?');
    await page.keyboard.press('Control+Enter');
    await page
      .getByText(/readonly database/)
      .first()
      .waitFor();
  },
);

withBrowser('gRPC: a method by reflection, its message filled, and a stream', async () => {
  using server = await chatServer(null);
  const page = await openRequest({ type: 'grpc', url: `grpc://127.0.0.1:${server.port}` });
  await button(page, 'Ask the server').click();
  await button(page, 'Say unary').click();
  await textbox(page, 'Message').getByText('"who"').waitFor();
  await fill(page, 'Message', '{"who": "me",\n"mood": "SAD"}');
  await page.getByText('Line 2: mood is one of CALM, LOUD, not SAD.').waitFor();
  await fill(page, 'Message', '{"who": "me", "text": "hi"}');
  await page.getByText(/^Line 2: /).waitFor({ state: 'detached' });
  await button(page, /^Invoke/).click();
  await page.getByText('"you said hi"').waitFor();
  await button(page, 'Talk both').click();
  await page.reload();
  await button(page, /^Connect/).click();
  const messages = page.getByRole('listbox', { name: 'Messages' }).last();
  await messages.getByRole('option', { name: /^Received.*echo/ }).waitFor();
  await fill(page, 'New message', '{"who": "me", "text": "again"}');
  await page.keyboard.press('Control+Enter');
  await messages.getByRole('option', { name: /^Received.*again/ }).waitFor();
  await button(page, 'End stream').click();
  await messages.getByRole('option', { name: /closed/ }).waitFor();
});

withBrowser('MCP: a tool with its form, and one that fails', async () => {
  const port = await listening(mcpHttpServer('modern'));
  const page = await openRequest({ type: 'mcp', url: `http://127.0.0.1:${port}/` });
  await button(page, 'Ask the server').click();
  await button(page, 'add Adds').click();
  await fill(page, 'a', '2');
  await fill(page, 'b', 'x');
  await page.getByText('It is not a number.').waitFor();
  await fill(page, 'b', '40');
  await button(page, /^Call tool/).click();
  await page.getByRole('region', { name: 'Result' }).getByText('42').first().waitFor();
  await page.getByRole('radio', { name: 'JSON' }).click();
  await textbox(page, 'Arguments').getByText('40').waitFor();
  await button(page, /^fail/).click();
  await page.keyboard.press('Control+Enter');
  await page.getByText('The tool has failed').waitFor();
});

withBrowser('AI: the answer arrives, and is taken over into the conversation', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (bytes) => (text += String(bytes)));
    request.on('end', () => {
      asked.push(text);
      const chunk = (choices: object) =>
        `data: ${JSON.stringify({ object: 'chat.completion.chunk', model: 'm', choices: [choices] })}\n\n`;
      response.setHeader('Content-Type', 'text/event-stream');
      response.write(chunk({ index: 0, delta: { role: 'assistant', content: 'It is ' } }));
      response.end(
        `${chunk({ index: 0, delta: { content: 'late.' }, finish_reason: 'stop' })}data: [DONE]\n\n`,
      );
    });
  });
  const port = await listening(server);
  const page = await openRequest({
    type: 'ai',
    url: `http://127.0.0.1:${port}`,
    ai: {
      provider: 'openaiCompatible',
      model: 'm',
      system: 'Be brief',
      messages: [{ role: 'user', text: 'Order 7?' }],
      stream: true,
    },
  });
  await page.keyboard.press('Control+Enter');
  await page.getByText('It is late.').waitFor();
  await button(page, 'Take answer over').click();
  await fill(page, 'Message 3, User', 'Why?');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => asked.length).toBe(2);
  expect(JSON.parse(asked[1]!).messages).toEqual([
    { role: 'system', content: 'Be brief' },
    { role: 'user', content: 'Order 7?' },
    { role: 'assistant', content: 'It is late.' },
    { role: 'user', content: 'Why?' },
  ]);
});

/** Types with the names of their first editor. */
const BEGUN = {
  GraphQL: 'Query',
  gRPC: 'Message',
  MCP: 'Arguments',
  AI: 'Messages',
  SQL: 'Statement',
  WebSocket: 'Messages',
  'Socket.IO': 'Emit',
  MQTT: 'Topics',
  TCP: 'Messages',
};

withBrowser.each(themes)(
  'each type is begun from the start, and axe finds nothing in %s',
  async (colorScheme) => {
    for (const [title, first] of Object.entries(BEGUN)) {
      const { page, errors } = await openUi(browser!, running, { colorScheme });
      open = [...open, page];
      await page.evaluate(`location.hash = '#/client'`);
      await page.getByRole('button', { name: title, exact: true }).click();
      const editors = page.getByRole('tablist', { name: 'Request', exact: true }).getByRole('tab');
      await editors.filter({ hasText: first }).first().waitFor();
      for (const editor of sampled(await editors.all(), 1)) {
        await editor.click();
        expect(await serious(page), `${title}, ${await editor.innerText()}`).toEqual([]);
      }
      expect(errors, title).toEqual([]);
      await page.context().close();
    }
  },
  90_000,
);
