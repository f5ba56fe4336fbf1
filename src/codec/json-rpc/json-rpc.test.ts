import { expect, test } from 'vitest';
import { EnvelopeScanner } from './envelope-scanner.ts';
import { LineSplitter } from './lines.ts';
import { readRpc } from './message.ts';

const MESSAGES = [
  { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'add "x" ü', arguments: { name: 'no' } } },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 'a', method: 'resources/read', params: { _meta: { name: 1 }, uri: 'file:///a' } },
  { result: { content: [{ type: 'text', text: '"id": 9, {[' }], id: 7 }, jsonrpc: '2.0', id: 2 },
  { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'no' } },
  { jsonrpc: '2.0', id: 3, result: 'text' },
  { jsonrpc: '1.0', id: 3, result: {} },
  { jsonrpc: '2.0', id: 3 },
];

test('the scanner finds what parsing finds', () => {
  for (const message of MESSAGES)
    for (const indent of [0, 1]) {
      const text = JSON.stringify(message, null, indent);
      const [parsed = null] = readRpc(text) ?? [];
      const scanner = new EnvelopeScanner();
      for (const byte of Buffer.from(text)) scanner.push(Buffer.from([byte]));
      const envelope = (found: object | null): object => ({ ...found, params: null });
      expect(envelope(scanner.message()), text).toEqual(envelope(parsed));
    }
});

test('what is no JSON-RPC, and batches', () => {
  expect(['', 'x', '{}', '[]', '[1]', 'null', '{"jsonrpc":"2.0"}'].map(readRpc)).toEqual(Array(7).fill(null));
  expect(readRpc(JSON.stringify(MESSAGES.slice(0, 2)))).toMatchObject([{ id: '1' }, { id: null }]);
});

test('lines, however the chunks are cut', () => {
  const text = Buffer.from('ä\n\nlonger than ten bytes\nend');
  for (let size = 1; size <= text.length; size += 1) {
    const lines: string[] = [];
    let part = '';
    const splitter = new LineSplitter(10, {
      line: (bytes) => lines.push(bytes.toString()),
      part: (bytes, isLast) => {
        part += bytes.toString();
        if (isLast) lines.push(part);
      },
    });
    for (let at = 0; at < text.length; at += size) splitter.push(text.subarray(at, at + size));
    splitter.end();
    expect(lines, `${size}`).toEqual(['ä\n', '\n', 'longer than ten bytes\n', 'end']);
  }
});
