// The labels of fields and values, derived from their names.

const LABELS: Readonly<Record<string, string>> = {
  app: 'App',
  any: 'Any of',
  clientIP: 'Client IP',
  delayMs: 'Delay',
  durationMsOver: 'Longer than',
  every: 'Every nth match',
  excludePattern: 'Except URLs',
  first: 'First matches',
  graphqlOperation: 'GraphQL operation',
  latencyMs: 'Latency',
  mock: 'Mock',
  not: 'Not',
  probability: 'Probability',
  responseSizeOver: 'Larger than',
  statusMin: 'Status from',
  then: 'Then',
  timeoutMs: 'Timeout',
  when: 'Alert when',
  webhookURL: 'Webhook URL',
  '3g': '3G',
  edge: 'EDGE',
  http: 'HTTP',
  https: 'HTTPS',
  ws: 'WS',
  wss: 'WSS',
  lte: 'LTE',
  wifi: 'Wi-Fi',
  jsonPath: 'JSONPath',
  send_original: 'Send original',
};

const UNITS: readonly (readonly [suffix: RegExp, unit: string])[] = [
  [/MsOver$|Ms$/, 'ms'],
  [/Seconds$/, 's'],
  [/Kbps$/, 'kbit/s'],
  [/SizeOver$/, 'bytes'],
];

/** Returns the label of a field, such as `Failure mode` for `failureMode`. */
export function labelOf(name: string): string {
  const known = LABELS[name];
  if (known !== undefined) return known;
  const words = withoutUnit(name)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .split(' ')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the unit of a number field; undefined for a field without one. */
export function unitOf(name: string): string | undefined {
  return UNITS.find(([suffix]) => suffix.test(name))?.[1];
}

function withoutUnit(name: string): string {
  return name.replace(/(?:Ms|Seconds|Kbps)$/, '');
}

/** Returns the name of one item of a list, such as `header` for `responseHeaders`. */
export function singular(name: string): string {
  const label = labelOf(name).toLowerCase();
  if (name === 'any' || name === 'not') return 'set of conditions';
  if (name === 'then') return 'response';
  if (name === 'query' || name === 'requestQuery') return 'query parameter';
  if (name.startsWith('replace')) return 'replacement';
  return label
    .replace(/ies$/, 'y')
    .replace(/(?<!s)s$/, '')
    .replace(/statuse$/, 'status');
}

/** Returns the description of a field as a sentence without code marks. */
export function hintOf(description: string | undefined): string | undefined {
  if (description === undefined) return undefined;
  const text = description.replaceAll('`', '').replaceAll(/\bnull\b/g, 'empty');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Returns an error of the app as a sentence to show below its field. */
export function errorText(message: string): string {
  const wanted = /: give (.+)$/s.exec(message)?.[1];
  const text = wanted === undefined ? message : `Give ${wanted}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
