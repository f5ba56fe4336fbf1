// What a debugging tool may plug into the proxy. The proxy asks only those that want something, at the moments named
// here; a tool that fails or takes too long leaves traffic as it is.
import type { Flow } from '../flow/flow.ts';
import type { WebSocketDirection } from '../flow/web-socket-log.ts';

/** A whole message of a WebSocket, decompressed. */
export type HeldMessage =
  | { readonly direction: WebSocketDirection; readonly kind: 'text'; readonly data: string }
  | { readonly direction: WebSocketDirection; readonly kind: 'binary'; readonly data: Buffer };

export interface ProxyHooks {
  /**
   * Asked once, when `flow` becomes a WebSocket: whether its messages are to be held for `webSocketMessage`. Otherwise
   * they pass as they come. Either way `flow.webSocket.send` puts messages in as long as it is open.
   */
  readonly watchesWebSocket?: (flow: Flow) => boolean;
  /**
   * Given each text and binary message of a watched WebSocket, in order, before it goes on; messages of more than
   * 16 MiB pass unasked. What is returned goes on instead, null drops the message. When it throws, or has not answered
   * after 5 s, the message goes on as it was.
   */
  readonly webSocketMessage?: (
    flow: Flow,
    message: HeldMessage,
  ) => HeldMessage | null | Promise<HeldMessage | null>;
}
