import { expect, test } from 'vitest';
import { capturedFlow, STARTED_AT } from '../../test/helpers/flows.ts';
import { flowDetail } from './detail.ts';
import { LogBudget } from './log-budget.ts';
import { WebSocketLog, type LoggedMessage } from './web-socket-log.ts';

const time = new Date(STARTED_AT).toISOString();

function logged(
  kind: LoggedMessage['kind'],
  bytes: Buffer,
  size = bytes.length,
  note: string | null = null,
): LoggedMessage {
  return { direction: 'sent', kind, bytes, size, note, time: STARTED_AT };
}

test.each([
  ['text', logged('text', Buffer.from('tschüß')), 'tschüß'],
  [
    'text that is cut',
    logged('text', Buffer.from('tschü').subarray(0, 5), 1000),
    'tsch\n[996 bytes left out]',
  ],
  ['binary', logged('binary', Buffer.from([0, 255])), 'AP8='],
  ['a ping with text', logged('ping', Buffer.from('hi')), 'hi'],
  ['a pong with bytes', logged('pong', Buffer.from([255])), '/w=='],
  ['a close', logged('close', Buffer.from('\x03\xe8bye', 'latin1')), '1000 bye'],
  ['a close without a code', logged('close', Buffer.alloc(0)), ''],
  [
    'what could not be read',
    logged('text', Buffer.alloc(0), 70, 'not decompressed: invalid'),
    '[not decompressed: invalid]',
  ],
])('%s in flow detail', async (_what, message, text) => {
  const flow = capturedFlow();
  flow.webSocket = new WebSocketLog(new LogBudget(1000));
  flow.webSocket.add(message);
  const { webSocketMessages } = await flowDetail(flow);
  expect(webSocketMessages).toEqual([
    { direction: 'sent', kind: message.kind, text, time, size: message.size },
  ]);
});

test('other flows have no messages; an unreadable WebSocket has a note', async () => {
  const flow = capturedFlow();
  expect(await flowDetail(flow)).not.toHaveProperty('webSocketMessages');
  flow.webSocket = new WebSocketLog(new LogBudget(1000));
  flow.webSocket.error = 'a reason';
  expect(await flowDetail(flow)).toMatchObject({ webSocketMessages: [], webSocketError: 'a reason' });
});

test('messages can be injected while the connection is open', () => {
  const log = new WebSocketLog(new LogBudget(1000));
  expect(log.send('sent', 'text', 'a')).toBe(false);
  const injected: string[] = [];
  log.open(
    (...message) => injected.push(message.join(' ')) > 0,
    () => Promise.resolve(),
  );
  expect(log.send('received', 'text', 'b')).toBe(true);
  log.closed();
  expect(log.send('received', 'text', 'c')).toBe(false);
  expect(injected).toEqual(['received text b']);
});

test('detail waits for decompression', async () => {
  const log = new WebSocketLog(new LogBudget(1000));
  const message = logged('text', Buffer.alloc(0), 0);
  log.add(message);
  log.open(
    () => false,
    async () => {
      await new Promise((resolve) => setImmediate(resolve));
      log.fill(message, Buffer.from('there'), 5);
    },
  );
  expect(await log.detail()).toMatchObject([{ text: 'there', size: 5 }]);
});
