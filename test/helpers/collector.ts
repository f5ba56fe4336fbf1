// A collector of OpenTelemetry: an HTTP server that decodes OTLP by its published message types, with a decoder of its
// own.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import protobuf from 'protobufjs';

/** The messages of opentelemetry-proto 1.x that a trace consists of. */
const PROTO = `
  syntax = "proto3";
  message Request { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { Scope scope = 1; repeated Span spans = 2; }
  message Scope { string name = 1; string version = 2; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; bytes parent_span_id = 4; string name = 5;
    int32 kind = 6; fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8;
    repeated KeyValue attributes = 9; repeated Event events = 11; Status status = 15;
  }
  message Event { fixed64 time_unix_nano = 1; string name = 2; }
  message Status { string message = 2; int32 code = 3; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue {
    oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4;
                  ArrayValue array_value = 5; }
  }
  message ArrayValue { repeated AnyValue values = 1; }
`;
const types = protobuf.parse(PROTO).root;

export interface DecodedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a root. */
  readonly parentSpanId: string;
  readonly traceState: string;
  readonly name: string;
  readonly kind: number;
  /** Epoch milliseconds. */
  readonly start: number;
  readonly end: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly resource: Readonly<Record<string, unknown>>;
  readonly events: readonly { readonly name: string; readonly at: number }[];
  readonly status: { readonly code: number; readonly message: string };
}

export interface CollectorRequest {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly spans: readonly DecodedSpan[];
}

export interface TestCollector extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly CollectorRequest[];
  /** Those that it has taken: answered with 200. */
  readonly spans: readonly DecodedSpan[];
  close(): Promise<void>;
}

/** Answers a request whose spans have been decoded. */
export type CollectorAnswer = (response: ServerResponse, request: CollectorRequest, count: number) => void;

const take: CollectorAnswer = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end();
};

export async function startCollector(answer = take, port = 0): Promise<TestCollector> {
  const requests: CollectorRequest[] = [];
  const spans: DecodedSpan[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const { url = '', headers } = request;
        const received = { url, headers, spans: decodedSpans(Buffer.concat(chunks)) };
        requests.push(received);
        response.on('finish', () => {
          if (response.statusCode === 200) spans.push(...received.spans);
        });
        answer(response, received, requests.length);
      });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const bound = (server.address() as AddressInfo).port;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    requests,
    spans,
    close,
    [Symbol.asyncDispose]: close,
  };
}

type Decoded = ReturnType<typeof JSON.parse>;

export function decodedSpans(body: Uint8Array): readonly DecodedSpan[] {
  const type = types.lookupType('Request');
  const { resourceSpans } = type.toObject(type.decode(body), {
    longs: String,
    bytes: String,
    defaults: true,
    oneofs: true,
  }) as Decoded;
  return resourceSpans.flatMap(({ resource, scopeSpans }: Decoded) =>
    scopeSpans.flatMap(({ spans }: Decoded) =>
      spans.map((span: Decoded) => spanOf(span, attributesOf(resource))),
    ),
  );
}

function spanOf(span: Decoded, resource: DecodedSpan['resource']): DecodedSpan {
  const { traceId, spanId, parentSpanId, startTimeUnixNano, endTimeUnixNano, events, attributes, ...rest } =
    span;
  return {
    ...rest,
    traceId: hex(traceId),
    spanId: hex(spanId),
    parentSpanId: hex(parentSpanId),
    start: msOf(startTimeUnixNano),
    end: msOf(endTimeUnixNano),
    events: events.map(({ name, timeUnixNano }: Decoded) => ({ name, at: msOf(timeUnixNano) })),
    attributes: attributesOf({ attributes }),
    resource,
  };
}

function attributesOf({ attributes }: Decoded): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }: Decoded) => [key, valueOf(value)]));
}

function valueOf(any: Decoded): unknown {
  if (any.value === 'intValue') return Number(any.intValue);
  return any.value === 'arrayValue' ? any.arrayValue.values.map(valueOf) : any[any.value];
}

function hex(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex');
}

function msOf(nanos: string): number {
  return Number(BigInt(nanos) / 1000n) / 1000;
}
