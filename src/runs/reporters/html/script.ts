// The script of the page. It inserts text from servers only as text nodes, never as markup.

export const SCRIPT = String.raw`
'use strict';
const AT_ONCE = 200;
const byId = (id) => document.getElementById(id);
const data = (id) => byId(id).textContent;
const run = JSON.parse(data('run'));
const totals = JSON.parse(data('totals'));
const requests = data('requests').split('\n').filter((line) => line.trim() !== '').map((line) => JSON.parse(line));
const order = new Map(requests.map((request, index) => [request, index]));
requests.sort((a, b) => a.iteration - b.iteration || order.get(a) - order.get(b));

function el(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  for (const child of children) if (child !== null) made.append(child);
  return made;
}

function count(number, noun) {
  return number.toLocaleString('en') + ' ' + noun + (number === 1 ? '' : 's');
}

function size(bytes) {
  const units = ['B', 'kB', 'MB', 'GB'];
  let power = 0;
  for (; bytes >= 1000 && power < units.length - 1; power += 1) bytes /= 1000;
  return (power > 0 && bytes < 9.95 ? bytes.toFixed(1) : Math.round(bytes)) + ' ' + units[power];
}

function time(ms) {
  return ms < 1000 ? Math.round(ms) + ' ms' : (ms / 1000).toFixed(ms < 100000 ? 2 : 0) + ' s';
}

function total(name, value, failed) {
  const shown = el('dd', '', value);
  if (failed) shown.append(' ', el('small', 'bad', failed.toLocaleString('en') + ' failed'));
  return el('div', '', el('dt', '', name), shown);
}

function showHead() {
  const isGood = totals.stopped === null && totals.failedRequests + totals.failedTests + totals.scriptErrors === 0;
  const outcome = el('strong', isGood ? 'good' : 'bad', isGood ? '✓ Passed' : '✗ Failed');
  const environment = run.environment === null ? '' : ' · environment ' + run.environment;
  byId('head').append(
    el('h1', '', run.collection.name),
    el('p', '', outcome, el('span', 'quiet', ' · ' + new Date(run.startedAt).toLocaleString() + environment)),
    totals.stopped === null ? '' : el('p', 'warn', 'The run ended early: ' + totals.stopped),
    totals.stopped !== null || totals.endedEarly === null ? '' : el('p', 'warn', 'Ended early by a script: ' + totals.endedEarly.reason),
    totals.leftOut === 0 ? '' : el('p', 'warn', count(totals.leftOut, 'request') + ' had no room in this page and can only be counted.'),
    el('dl', 'totals',
      total('Iterations', totals.iterations.toLocaleString('en')),
      total('Requests', totals.requests.toLocaleString('en'), totals.failedRequests),
      total('Tests', totals.tests.toLocaleString('en'), totals.failedTests),
      totals.scriptErrors === 0 ? null : total('Script errors', el('span', 'bad', totals.scriptErrors.toLocaleString('en'))),
      total('Average response', time(totals.averageMs)),
      total('Received', size(totals.receivedBytes)),
      total('Total time', time(totals.durationMs)),
    ),
  );
}

function textsOf(value) {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value) + '\n';
  return Object.values(value).map(textsOf).join('');
}

const haystacks = new WeakMap();
function haystack(request) {
  let text = haystacks.get(request);
  if (text === undefined) {
    const { id, startedAt, ...shown } = request;
    haystacks.set(request, (text = textsOf(shown).toLowerCase()));
  }
  return text;
}

function wanted() {
  const text = byId('text').value.trim().toLowerCase();
  const iteration = byId('iteration').valueAsNumber;
  const failed = byId('failed').checked;
  return requests.filter((request) =>
    (!failed || request.failed) &&
    (Number.isNaN(iteration) || request.iteration === iteration - 1) &&
    (text === '' || haystack(request).includes(text)));
}

let found = [];
let shown = 0;
let lastIteration = -1;

function showAll() {
  found = wanted();
  shown = 0;
  lastIteration = -1;
  byId('list').replaceChildren();
  showMore();
}

function showMore() {
  const part = found.slice(shown, shown + AT_ONCE);
  const rows = document.createDocumentFragment();
  for (const request of part) {
    if (run.iterations > 1 && request.iteration !== lastIteration)
      rows.append(el('h2', '', 'Iteration ' + (request.iteration + 1)));
    lastIteration = request.iteration;
    rows.append(row(request));
  }
  byId('list').append(rows);
  shown += part.length;
  byId('more').hidden = shown >= found.length;
  byId('shown').textContent = found.length === requests.length
    ? requests.length.toLocaleString('en') + ' shown'
    : found.length.toLocaleString('en') + ' of ' + requests.length.toLocaleString('en') + ' shown';
}

function row(request) {
  const { response } = request;
  const mark = request.failed ? el('span', 'bad', '✗') : el('span', request.skipped ? 'warn' : 'good', request.skipped ? '–' : '✓');
  mark.setAttribute('role', 'img');
  mark.setAttribute('aria-label', request.failed ? 'failed' : request.skipped ? 'skipped' : 'passed');
  const asked = request.tests.filter((test) => !test.skipped);
  const passed = asked.filter((test) => test.passed).length;
  const folders = request.folders.length === 0 ? null : el('span', 'quiet', request.folders.join(' / ') + ' / ');
  const made = el('details', '', el('summary', '',
    mark,
    el('span', 'method', request.method),
    el('span', 'name', folders, request.name, el('span', 'url', request.url)),
    el('span', 'measure ' + (passed < asked.length ? 'bad' : 'quiet'), asked.length === 0 ? '' : passed + '/' + asked.length),
    el('span', 'measure ' + (response === null ? (request.skipped ? 'quiet' : 'bad') : response.status >= 400 ? 'warn' : 'quiet'), response === null ? (request.skipped ? 'skipped' : 'error') : String(response.status)),
    el('span', 'measure quiet size', response === null ? '' : size(response.size) + ', ' + time(response.timeMs)),
  ));
  made.addEventListener('toggle', () => {
    if (made.open && made.children.length === 1) made.append(details(request));
  });
  return made;
}

function details(request) {
  const { response } = request;
  return el('div', 'details',
    request.error === null ? null : el('p', 'bad', request.error),
    list('Tests', request.tests.map(test)),
    list('Script errors', request.scriptErrors.map(({ where, event, line, message }) => el('li', 'bad', event + ' script of ' + where + (line === null ? '' : ', line ' + line) + ': ' + message))),
    list('Variables without a value', request.unresolved.map((name) => el('li', 'warn', name))),
    request.console.length === 0 ? null : el('div', '', el('h3', '', 'Console'),
      el('pre', '', request.console.map(({ level, text }) => level + ': ' + text).join('\n'))),
    request.isBare ? el('p', 'quiet', 'Its headers, bodies and console output had no room in this page.') : el('div', 'columns',
      request.request === null ? null : side('Request', request.request, null),
      response === null ? null : side('Response', response, response.httpVersion + ' ' + response.status + ' ' + response.reason)),
  );
}

function list(title, items) {
  return items.length === 0 ? null : el('div', '', el('h3', '', title), el('ul', '', ...items));
}

function test({ name, passed, skipped, error }) {
  const mark = skipped ? '– ' : passed ? '✓ ' : '✗ ';
  return el('li', '', el('span', skipped ? 'quiet' : passed ? 'good' : 'bad', mark), name,
    skipped ? el('span', 'quiet', ' (skipped)') : null,
    error === null ? null : el('p', 'bad', error.name + ': ' + error.message));
}

function side(title, { headers, body }, first) {
  const rows = headers.map(({ name, value }) => el('tr', '', el('th', '', name), el('td', '', value)));
  return el('section', '', el('h3', '', title),
    first === null ? null : el('p', 'quiet', first),
    rows.length === 0 ? null : el('table', '', el('tbody', '', ...rows)),
    bodyOf(body));
}

function bodyOf(body) {
  if (body.size === 0) return null;
  const parts = [el('pre', '', body.text === undefined ? body.base64 : readable(body))];
  const notes = [
    ...(body.text === undefined ? ['binary, as base64'] : []),
    ...(body.leftOut === 0 ? [] : [count(body.leftOut, 'byte') + ' of ' + body.size.toLocaleString('en') + ' left out']),
  ];
  if (notes.length > 0) parts.push(el('p', 'quiet', notes.join('; ')));
  return el('div', '', ...parts);
}

function readable({ text, leftOut }) {
  // Numbers are shown as they were written.
  if (leftOut > 0 || JSON.rawJSON === undefined) return text;
  const exact = (key, value, { source }) => (typeof value === 'number' ? JSON.rawJSON(source) : value);
  try {
    return JSON.stringify(JSON.parse(text, exact), null, 2);
  } catch {
    return text;
  }
}

let timer;
byId('filters').addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(showAll, 120);
});
byId('filters').addEventListener('submit', (event) => {
  event.preventDefault();
  showAll();
});
byId('more').addEventListener('click', showMore);
if (run.iterations === 1) document.querySelector('#filters .iteration').hidden = true;
showHead();
if (totals.failedRequests + totals.failedTests + totals.scriptErrors > 0 && requests.length > AT_ONCE) byId('failed').checked = true;
showAll();
`;
