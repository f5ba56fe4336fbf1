// A connection to the proxy whose other end has proved that it holds the token. Any program may listen on the port of a
// proxy that does not run, so the token is sent on such a connection only, and never on a second one.
import type { Agent, AgentOptions, ClientRequestArgs, IncomingMessage } from 'node:http';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import { isObject } from '../base/is-object.ts';
import { parseJson } from '../base/json.ts';
import { http } from '../base/node-http.ts';
import { productName } from '../base/product.ts';
import { isProof, newChallenge, PROOF_PATH } from './proof.ts';

/** Milliseconds in which the proxy must have proved itself. */
const PATIENCE_MS = 30_000;
/** Most bytes read of an answer that may come from anybody. */
const MAX_BYTES = 16 * 1024;

/**
 * Opens a connection to loopback, bypassing any proxy of the environment. Rejects with an Error that says what listens
 * instead of the proxy; the caller destroys the agent.
 */
export async function verifiedConnection(port: number, token: string): Promise<Agent> {
  const agent = new OneConnection();
  try {
    await verify(agent, port, token);
    return agent;
  } catch (error) {
    agent.destroy();
    throw error;
  }
}

/** An agent whose requests share one connection. Once that is closed, requests fail. */
class OneConnection extends http.Agent {
  #isOpened = false;

  constructor() {
    super({ keepAlive: true, maxSockets: 1 } satisfies AgentOptions);
  }

  override createConnection(
    options: ClientRequestArgs,
    opened?: (error: Error | null, stream: Duplex) => void,
  ): Duplex | null | undefined {
    if (!this.#isOpened) {
      this.#isOpened = true;
      return net.connect({ host: '127.0.0.1', port: Number(options.port) });
    }
    const error = new Error('it closed the connection');
    process.nextTick(() => opened?.(error, null as unknown as Duplex));
    return undefined;
  }
}

async function verify(agent: Agent, port: number, token: string): Promise<void> {
  const challenge = newChallenge();
  const proofText = await fetchText(agent, port, `${PROOF_PATH}?challenge=${challenge}`);
  const value: unknown = proofText === null ? null : parsed(proofText);
  const { app, proof } = isObject(value) ? value : {};
  if (isProof(proof, token, challenge, port)) return;
  throw new Error(
    app === productName
      ? 'what answers there uses another data folder: set PROXYCTL_HOME to its folder, or --port to yours'
      : `what answers there is not ${productName}`,
  );
}

/** Resolves with null when there is more than anybody would send who can prove himself. */
async function fetchText(agent: Agent, port: number, path: string): Promise<string | null> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path, agent, signal }, resolve);
    request.on('error', (error) => {
      reject(signal.aborted ? new Error(`no answer within ${PATIENCE_MS / 1000} s`) : error);
    });
  });
  let text = '';
  for await (const piece of response.setEncoding('utf8')) {
    text += String(piece);
    if (text.length > MAX_BYTES) return null;
  }
  return text;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
