// The script of the status page, as sent to the browser. Data from the API is shown as text, never as HTML.

export const SCRIPT = `'use strict';
const KEY = 'proxyctl-token';

async function sessionToken() {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code !== null) {
    history.replaceState(null, '', location.pathname);
    const response = await fetch('/api/session', { method: 'POST', body: JSON.stringify({ code }) });
    if (response.ok) sessionStorage.setItem(KEY, (await response.json()).token);
  }
  return sessionStorage.getItem(KEY);
}

async function call(token, method) {
  const response = await fetch('/api/rpc', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Proxy-Token': token },
    body: JSON.stringify({ method, params: {} }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer.result;
}

function show(status, certificate) {
  const facts = [
    ['Listening', '127.0.0.1:' + status.port + (status.listenOnAllInterfaces ? ', and for other devices' : '')],
    ['Recording', status.recording ? 'on' : 'off'],
    ['Requests', String(status.requestCount)],
    ['Paused', String(status.pausedCount)],
    ['Tools', status.activeTools.join(', ') || 'none'],
    ['Decrypted hosts', status.sslProxyingHosts.filter((host) => host.enabled).map((host) => host.pattern).join(', ') || 'none'],
    ['Certificate', certificate.path + (certificate.trusted ? ' (trusted)' : ' (not trusted by the system)')],
  ];
  const list = document.getElementById('facts');
  list.replaceChildren(...facts.flatMap(([name, value]) => [cell('dt', name), cell('dd', value)]));
}

function cell(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

function say(text) {
  document.getElementById('state').textContent = text;
}

async function refresh(token) {
  const [status, certificate] = await Promise.all([call(token, 'status'), call(token, 'certificate')]);
  show(status, certificate);
  say('The proxy is running.');
}

async function start() {
  const token = await sessionToken();
  if (token === null) {
    say('This page needs the link that the app has opened or printed: each is good once, for 60 s.');
    return;
  }
  const again = () => refresh(token).catch((error) => say('The proxy does not answer: ' + error.message));
  await again();
  setInterval(again, 2000);
}

start().catch((error) => say(String(error)));
`;
