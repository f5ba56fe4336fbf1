// Loaded into every Node.js of a wrapped command: gives releases that do not heed NODE_USE_ENV_PROXY what it gives the
// newer ones, a proxy for the default agents of http and https and for the global fetch and WebSocket; and all of them
// one for the package ws and for HTTP/2. Any Node.js from 12 on must be able to run this file, so its syntax is that of
// 2018 and it needs nothing but Node.js itself.
'use strict';

/* eslint-disable @typescript-eslint/no-require-imports -- what --require loads has to be CommonJS */

/**
 * @typedef {{ readonly hostname: string, readonly port: number | string }} Place
 * @typedef {import('node:net').Socket} Socket
 * @typedef {(error: Error | null, socket?: Socket) => void} Done
 *
 * @typedef {{ options: object, createConnection(options: ConnectOptions, done?: Done): Socket | undefined }} Agent
 * @typedef {object} ConnectOptions
 * @property {string} host
 * @property {number | string} port
 * @property {string} [socketPath]
 * @property {string} [method]
 * @property {number} [timeout] in ms
 * @property {Socket} [socket] what TLS is to be spoken on
 *
 * @typedef {{ readonly constructor: new (options: { connect: FetchConnect }) => Dispatcher }} Dispatcher
 * @typedef {(target: FetchTarget, done: Done) => void} FetchConnect
 * @typedef {Place & { readonly protocol: string, readonly servername?: string }} FetchTarget
 */

/** The symbol under which undici, the engine of fetch, keeps its global dispatcher. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

/** True once `tls.connect` is ours. */
let tunnelsHttp2 = false;

if (!heedsProxyVariables(process.versions.node)) useProxies(process.env);
if (process.env['HTTP_PROXY'] && process.env['HTTPS_PROXY']) {
  const secure = proxyOf(process.env['HTTPS_PROXY']);
  // A release that heeds the variables has loaded its TLS by now; others load it when they need it.
  if (secure !== null && heedsProxyVariables(process.versions.node)) tunnelHttp2(secure);
  upgradeByDefaultAgent(secure);
}

/**
 * NODE_USE_ENV_PROXY acts on http, https and fetch since 22.21 and 24.5; from 24.0 on it acted on fetch alone.
 *
 * @param {string} version
 */
function heedsProxyVariables(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21);
}

/** @param {NodeJS.ProcessEnv} env */
function useProxies(env) {
  const plain = proxyOf(env['HTTP_PROXY'] || env['http_proxy']);
  const secure = proxyOf(env['HTTPS_PROXY'] || env['https_proxy']);
  if (plain !== null) useProxyAgent('http', plain);
  if (secure !== null) useProxyAgent('https', secure);
  if (plain !== null && secure !== null) useProxyDispatcher(plain, secure);
}

/**
 * Only the kind of proxy that a wrapped command is given; another, which somebody set inside of it, is ignored as this
 * Node.js would have ignored it.
 *
 * @param {string | undefined} url
 * @returns {Place | null}
 */
function proxyOf(url) {
  const parts = /^http:\/\/([\w.-]+):(\d+)\/?$/.exec(url || '');
  return parts && { hostname: parts[1] || '', port: Number(parts[2]) };
}

/**
 * Makes an agent that tunnels the default one. The requests stay as they are, Host and target included: inside a tunnel
 * they look as they would without a proxy. `agent: false` makes another agent of the default's class.
 *
 * @param {'http' | 'https'} name
 * @param {Place} proxy
 */
function useProxyAgent(name, proxy) {
  const protocol = /** @type {{ globalAgent: Agent, Agent: new (options?: object) => Agent }} */ (
    /** @type {unknown} */ (name === 'https' ? require('https') : require('http'))
  );

  class ProxyAgent extends protocol.Agent {
    /**
     * @override
     * @param {ConnectOptions} options
     * @param {Done} done always given by an agent
     */
    createConnection(options, done) {
      const { host, port, socketPath, method, timeout } = options;
      // A library that brings its own proxy, ours or another, talks to that.
      const isProxy = method === 'CONNECT' || (host === proxy.hostname && Number(port) === proxy.port);
      if (socketPath || isProxy) return super.createConnection(options, done);
      openTunnel(proxy, { hostname: host, port }, (error, socket) => {
        if (error !== null || socket === undefined) done(error);
        else if (name === 'https') done(null, super.createConnection({ ...options, socket }));
        else done(null, timeout ? socket.setTimeout(timeout) : socket);
      });
      return undefined;
    }
  }

  protocol.globalAgent = new ProxyAgent(protocol.globalAgent.options);
}

/**
 * Makes fetch and WebSocket tunnel. Node.js 24.0 to 24.4 have seen to that themselves.
 *
 * @param {Place} plain
 * @param {Place} secure
 */
function useProxyDispatcher(plain, secure) {
  if (DISPATCHER in globalThis) return;
  // Reading a global of fetch loads undici, which then sets a dispatcher of its plain class Agent; nothing else gives
  // access to that class. Any later and the dispatcher that is found could be one that somebody chose.
  const globals = /** @type {Record<string | symbol, unknown>} */ (/** @type {unknown} */ (globalThis));
  if (globals['Headers'] === undefined || globals[DISPATCHER] === undefined) return;
  const { constructor: Agent } = /** @type {Dispatcher} */ (globals[DISPATCHER]);
  if (Agent.name !== 'Agent') return;
  /** @type {FetchConnect} */
  const connect = (target, done) => {
    const isSecure = target.protocol === 'https:';
    const port = target.port || (isSecure ? 443 : 80);
    openTunnel(isSecure ? secure : plain, { hostname: target.hostname, port }, (error, socket) => {
      if (error !== null || socket === undefined || !isSecure) done(error, socket);
      else secureTunnel(socket, target, done);
    });
  };
  globals[DISPATCHER] = new Agent({ connect });
}

/**
 * @param {Socket} socket
 * @param {FetchTarget} target
 * @param {Done} done
 */
function secureTunnel(socket, { hostname, servername }, done) {
  const name = servername || (require('net').isIP(hostname) ? '' : hostname);
  const secured = require('tls').connect({
    socket,
    host: hostname,
    servername: name,
    ALPNProtocols: ['http/1.1'],
  });
  secured.once('error', done).once('secureConnect', () => {
    secured.removeListener('error', done);
    done(null, secured);
  });
}

/**
 * The package ws opens its connections itself, past every agent. Requests for an upgrade that come without an agent use
 * the default one instead, which knows the proxy. The modules are changed when they are first required: requiring them
 * here would slow down each start.
 *
 * @param {Place | null} secure
 */
function upgradeByDefaultAgent(secure) {
  /** @typedef {{ request: (...args: unknown[]) => unknown, get: (...args: unknown[]) => unknown }} Protocol */
  const loader = /** @type {{ _load: (...args: unknown[]) => unknown }} */ (
    /** @type {unknown} */ (require('module'))
  );
  const load = loader._load;
  const changed = new Set();
  loader._load = function (...args) {
    const exported = load.apply(this, args);
    if (secure !== null && /^(?:node:)?(?:http2|tls)$/.test(String(args[0]))) tunnelHttp2(secure);
    if (!/^(?:node:)?https?$/.test(String(args[0])) || changed.has(exported)) return exported;
    changed.add(exported);
    const protocol = /** @type {Protocol} */ (exported);
    const { request, get } = protocol;
    protocol.request = (...given) => request.apply(protocol, given.map(withDefaultAgent));
    protocol.get = (...given) => get.apply(protocol, given.map(withDefaultAgent));
    return exported;
  };
}

/**
 * @param {unknown} argument of http.request
 * @returns {unknown}
 */
function withDefaultAgent(argument) {
  if (typeof argument !== 'object' || argument === null) return argument;
  const { createConnection, agent, socketPath, headers } =
    /** @type {{ createConnection?: unknown, agent?: unknown, socketPath?: unknown, headers?: { Upgrade?: unknown } }} */ (
      argument
    );
  const isUpgrade = headers ? headers.Upgrade === 'websocket' : false;
  if (!isUpgrade || typeof createConnection !== 'function' || agent || socketPath) return argument;
  return Object.assign({}, argument, { createConnection: undefined });
}

/**
 * Makes TLS connections that offer HTTP/2 tunnel: those of http2.connect, and of libraries such as got, which open them
 * by tls.connect. No agent has a part in either.
 *
 * @param {Place} proxy
 */
function tunnelHttp2(proxy) {
  if (tunnelsHttp2) return;
  tunnelsHttp2 = true;
  const tls = /** @type {{ connect: (...args: unknown[]) => unknown }} */ (
    /** @type {unknown} */ (require('tls'))
  );
  const { connect } = tls;
  tls.connect = (...given) => {
    const target = http2Target(given);
    if (target === null || (target.hostname === proxy.hostname && Number(target.port) === proxy.port))
      return connect(...given);
    const { hostname, options, done } = target;
    const socket = tunnelStream(proxy, target);
    return connect(Object.assign({ host: hostname }, options, { socket, port: undefined }), done);
  };
  // Named imports of ES modules see the change, too.
  const { syncBuiltinESMExports } = /** @type {{ syncBuiltinESMExports?: () => void }} */ (
    /** @type {unknown} */ (require('module'))
  );
  if (syncBuiltinESMExports) syncBuiltinESMExports();
}

/**
 * Reads the arguments of tls.connect; null for a connection that offers no HTTP/2, or is not one over TCP of its own.
 *
 * @param {unknown[]} given
 * @returns {(Place & { readonly options: object, readonly done: unknown }) | null}
 */
function http2Target(given) {
  /** @type {Record<string, unknown>} */
  const options = {};
  for (const each of given) if (typeof each === 'object' && each !== null) Object.assign(options, each);
  const protocols = options['ALPNProtocols'];
  const offersHttp2 = Array.isArray(protocols) && protocols.some((each) => String(each) === 'h2');
  if (!offersHttp2 || options['socket'] || options['path']) return null;
  const [first, second] = given;
  const isPort = typeof first === 'number' || typeof first === 'string';
  const host = isPort && typeof second === 'string' ? second : options['host'];
  const hostname = typeof host === 'string' ? host : 'localhost';
  const port = /** @type {number} */ (isPort ? first : options['port']);
  return { hostname, port, options, done: given.find((each) => typeof each === 'function') };
}

/**
 * Returns a stream that is at once usable, and passes on what is written when its tunnel is open.
 *
 * @param {Place} proxy
 * @param {Place} target
 */
function tunnelStream(proxy, target) {
  const { Duplex } = require('stream');
  /** @type {Socket | undefined} */
  let tunnel;
  /** @type {((socket: Socket) => void)[]} calls that wait for the tunnel */
  const waiting = [];
  /** @param {(socket: Socket) => void} call */
  const whenOpen = (call) => {
    if (tunnel === undefined) waiting.push(call);
    else call(tunnel);
  };
  const stream = new Duplex({
    read: () => whenOpen((socket) => void socket.resume()),
    write(/** @type {Buffer} */ bytes, _encoding, done) {
      whenOpen((socket) => void socket.write(bytes, () => done()));
    },
    final: (done) => whenOpen((socket) => void socket.end(() => done())),
    destroy(error, done) {
      whenOpen((socket) => void socket.destroy());
      done(error);
    },
  });
  openTunnel(proxy, target, (error, socket) => {
    if (error !== null) stream.destroy(error);
    if (socket === undefined) return;
    tunnel = socket;
    socket.on('data', (bytes) => {
      if (!stream.push(bytes)) socket.pause();
    });
    socket.on('end', () => stream.push(null));
    socket.on('error', (reason) => stream.destroy(reason));
    socket.on('close', () => stream.destroy());
    for (const call of waiting.splice(0)) call(socket);
  });
  return stream;
}

/**
 * Asks the proxy for a tunnel (RFC 9110 section 9.3.6).
 *
 * @param {Place} proxy
 * @param {Place} target
 * @param {Done} done
 */
function openTunnel(proxy, { hostname, port }, done) {
  const authority = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
  const request = require('http').request({
    method: 'CONNECT',
    path: authority,
    headers: { Host: authority },
    // With this no agent has a part in it, ours least of all.
    createConnection: () => require('net').connect({ host: proxy.hostname, port: Number(proxy.port) }),
  });
  request.once('error', done);
  request.once('connect', ({ statusCode = 0, statusMessage = '' }, socket, head) => {
    if (statusCode === 200) {
      if (head.length > 0) socket.unshift(head);
      done(null, socket.setNoDelay(true));
    } else {
      socket.destroy();
      const message = `the proxy answered CONNECT ${authority} with ${statusCode} ${statusMessage}`;
      done(Object.assign(new Error(message), { code: 'ERR_PROXY_TUNNEL' }));
    }
  });
  request.end();
}
