// Requests over HTTP.
import { common } from './common-panes.ts';
import { defineType } from './contract.ts';

const { params, headers, body, auth, scripts, examples, docs, settings } = common;

export const http = defineType({
  type: 'http',
  panes: [params, headers, body, auth, scripts, examples, docs, settings],
  urlHint: 'https://api.example.com/orders, or a curl command',
  send: () => 'Send',
});
