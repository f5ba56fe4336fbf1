import { expect, test } from 'vitest';
import mqttPacket from 'mqtt-packet';
import { meaningsOf } from './index.ts';

type Given = string | Buffer;

function names(
  spoken: { subprotocol?: string; url?: string },
  ...messages: readonly Given[]
): readonly unknown[] {
  const all = messages.map((data, at) => ({
    data,
    direction: at % 2 === 0 ? ('sent' as const) : ('received' as const),
  }));
  return meaningsOf(all, { subprotocol: '', url: '', ...spoken }).map(
    (each) => each && [each.protocol, each.name, each.text],
  );
}

test.each([4, 5] as const)('MQTT at level %i', (protocolVersion) => {
  const packet = (fields: object): Buffer => mqttPacket.generate(fields as never, { protocolVersion });
  const publish = { cmd: 'publish', topic: 'rooms/1', retain: false, dup: false };
  expect(
    names(
      { subprotocol: 'mqtt' },
      packet({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion,
        clientId: 'me',
        clean: true,
        keepalive: 9,
      }),
      packet({ cmd: 'connack', returnCode: 0, reasonCode: 0, sessionPresent: false }),
      packet({
        cmd: 'subscribe',
        messageId: 1,
        subscriptions: [
          { topic: 'rooms/+', qos: 1 },
          { topic: 'a', qos: 0 },
        ],
      }),
      packet({ ...publish, qos: 0, payload: '{"a":1}' }),
      packet({ ...publish, qos: 1, messageId: 7, payload: Buffer.from([0xff]) }),
      packet({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: ['a'] }),
      packet({ cmd: 'pingreq' }),
    ),
  ).toEqual([
    ['MQTT', 'CONNECT me', ''],
    ['MQTT', 'CONNACK', ''],
    ['MQTT', 'SUBSCRIBE rooms/+, a', ''],
    ['MQTT', 'PUBLISH rooms/1', '{"a":1}'],
    ['MQTT', 'PUBLISH rooms/1', '/w=='],
    ['MQTT', 'UNSUBSCRIBE a', ''],
    ['MQTT', 'PINGREQ', ''],
  ]);
});

test('packets of MQTT in pieces, and several in one message', () => {
  const packet = (payload: string): Buffer =>
    mqttPacket.generate({ cmd: 'publish', topic: 'a', qos: 0, payload, retain: false, dup: false });
  const bytes = [...packet('one')].map((byte) => Buffer.from([byte]));
  const pieces = bytes.flatMap((piece) => [piece, '']);
  const found = names({ subprotocol: 'mqtt' }, ...pieces).filter((each) => each !== null);
  expect(found).toEqual([['MQTT', 'PUBLISH a', 'one']]);
  expect(names({ subprotocol: 'mqtt' }, Buffer.concat([packet('one'), packet('two')]))).toEqual([
    ['MQTT', 'PUBLISH a; PUBLISH a', 'one\ntwo'],
  ]);
});

test('packets of MQTT that are cut, or none', () => {
  const whole = mqttPacket.generate({
    cmd: 'publish',
    topic: 'a',
    qos: 0,
    payload: 'b',
    retain: false,
    dup: false,
  });
  for (let end = 0; end < whole.length; end += 1)
    expect(names({ subprotocol: 'mqtt' }, whole.subarray(0, end))).toEqual([null]);
  expect(names({ subprotocol: 'mqtt' }, 'text', Buffer.from([0, 0]), Buffer.alloc(9, 0xff))).toEqual([
    null,
    null,
    null,
  ]);
});

test('Socket.IO', () => {
  const url = 'wss://a.test/socket.io/?EIO=4&transport=websocket';
  expect(
    names(
      { url },
      '0{"sid":"x"}',
      '40/room,{"token":"t"}',
      '42["say","hi",1]',
      '42/room,12["say",{"a":1}]',
      '43/room,12["ok"]',
      '451-["file",{"_placeholder":true,"num":0}]',
      Buffer.from([1]),
      '2',
      '44{"message":"no"}',
      '42 no list',
      'hello',
    ),
  ).toEqual([
    ['Socket.IO', 'open', '{"sid":"x"}'],
    ['Socket.IO', 'connect /room', '{"token":"t"}'],
    ['Socket.IO', 'event say', '["hi",1]'],
    ['Socket.IO', 'event say /room #12', '[{"a":1}]'],
    ['Socket.IO', 'ack /room #12', '["ok"]'],
    ['Socket.IO', 'event file', '[{"_placeholder":true,"num":0}]'],
    ['Socket.IO', 'attachment', 'AQ=='],
    ['Socket.IO', 'ping', ''],
    ['Socket.IO', 'connect error', '{"message":"no"}'],
    ['Socket.IO', 'event', ' no list'],
    null,
  ]);
});

test('GraphQL over WebSocket, old and new', () => {
  for (const subprotocol of ['graphql-transport-ws', 'graphql-ws'])
    expect(
      names(
        { subprotocol },
        '{"type":"connection_init"}',
        '{"type":"subscribe","id":"1","payload":{"operationName":"Orders","query":"…"}}',
        '{"type":"next","id":"1","payload":{"data":{"n":1}}}',
        'no JSON',
      ),
    ).toEqual([
      ['GraphQL', 'connection_init', ''],
      ['GraphQL', 'subscribe Orders 1', '{"operationName":"Orders","query":"…"}'],
      ['GraphQL', 'next 1', '{"data":{"n":1}}'],
      null,
    ]);
});

test('MCP and other JSON-RPC', () => {
  expect(
    names(
      {},
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add"}}',
      '{"jsonrpc":"2.0","id":1,"result":{"sum":5}}',
      '{"jsonrpc":"2.0","method":"notifications/cancelled"}',
      '{"jsonrpc":"2.0","id":9,"error":{"code":-32601}}',
      '{"a":1}',
    ),
  ).toEqual([
    ['MCP', 'tools/call 1', '{"name":"add"}'],
    ['MCP', 'result of tools/call 1', '{"sum":5}'],
    ['MCP', 'notifications/cancelled', ''],
    ['MCP', 'error 9', '{"code":-32601}'],
    null,
  ]);
  expect(names({}, '{"jsonrpc":"2.0","id":1,"method":"textDocument/hover"}')).toEqual([
    ['JSON-RPC', 'textDocument/hover 1', ''],
  ]);
});

test('texts are bounded', () => {
  const [found] = meaningsOf(
    [
      {
        direction: 'sent',
        data: `{"jsonrpc":"2.0","method":"${'m'.repeat(9000)}","params":{"a":"${'x'.repeat(500_000)}"}}`,
      },
    ],
    { subprotocol: '', url: '' },
  );
  expect(found?.name.length).toBeLessThan(200);
  expect(found?.text.length).toBeLessThan(110_000);
});
