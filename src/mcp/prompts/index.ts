// The prompts.
import type { Prompt, PromptArgument } from './contract.ts';

const id: PromptArgument = {
  name: 'id',
  description: 'Id of the captured request',
  required: true,
  completes: 'request',
};

export const prompts: readonly Prompt[] = [
  {
    name: 'debug_request',
    description: 'Find why a request failed, compare it with a successful one, suggest or try a fix',
    arguments: [id],
    resources: (values) => [`proxy://requests/${values['id'] ?? ''}`],
    text: (values) => `Find out why request ${values['id'] ?? ''} failed; it is attached.
1. Read its status, error, headers and body for the cause.
2. Look for a successful request to the same endpoint (list_requests with host and search); if there is one, compare_requests tells what differs.
3. Say the cause in one sentence, with the line or header that proves it.
4. Suggest a fix. Where it is a change of the request, try it with edit_and_replay and say what came back.`,
  },
  {
    name: 'mock_endpoint',
    description: 'Make a Map Local rule from a request, change the response as described, confirm by replay',
    arguments: [
      id,
      {
        name: 'change',
        description: 'What the response should be instead, in plain words',
        required: false,
        completes: null,
      },
    ],
    resources: (values) => [`proxy://requests/${values['id'] ?? ''}`],
    text: (values) => `Mock the endpoint of request ${values['id'] ?? ''}, which is attached.
1. rule_from_request with tool "mapLocal" makes a rule that answers as the server did.
2. Change the rule's response with upsert_rule: ${values['change'] ?? 'ask me what should be different, unless it is obvious from the request'}. Keep the other headers, and a body that is valid for its Content-Type.
3. replay_request confirms it: show the status and the changed part of the body.
4. Say the name of the rule and how to switch it off.`,
  },
  {
    name: 'write_tests',
    description: 'Add pm.test assertions to a saved request, run it, report',
    arguments: [
      { name: 'collection', description: 'Name of the collection', required: true, completes: 'collection' },
      { name: 'request', description: 'Name of the request', required: true, completes: 'saved request' },
    ],
    resources: () => ['proxy://collections'],
    text: (
      values,
    ) => `Write tests for the request "${values['request'] ?? ''}" of the collection "${values['collection'] ?? ''}".
1. get_saved_request shows it with its scripts; send_request shows what it answers today.
2. Add pm.test assertions to its test script with update_request: the status, the Content-Type, the fields a client relies on with their types. Keep the tests that are there.
3. run_collection with this collection runs it; correct tests that fail for a reason of their own.
4. Report each test with its result, and what of the response you left untested and why.`,
  },
  {
    name: 'security_review',
    description: 'Review leaked secrets, weak headers, risky cookies',
    arguments: [],
    // The sections of the first step say the same as the report, which is long.
    resources: () => [],
    text: () => `Review the captured traffic for security.
1. insights with section "secrets" lists possible secrets (masked) with their places, "security" lists weak headers, cookies and transport. Both list the worst first: begin with limit 10.
2. Judge each finding: real or false alarm, and why. Look at a request (get_request) where the finding alone does not tell.
3. Write a list, the worst first: what, where (host, endpoint, id of a request), why it matters, how to mend it.`,
  },
  {
    name: 'app_traffic_summary',
    description: "Summarize one app's API calls and check proxy bypass",
    arguments: [{ name: 'app', description: 'Name of the app', required: true, completes: 'app' }],
    resources: () => ['proxy://requests/recent'],
    text: (
      values,
    ) => `Summarize the traffic of the app "${values['app'] ?? ''}"; recent requests of all apps are attached.
1. insights with filter app:"${values['app'] ?? ''}" and section "endpoints" tells its endpoints with counts, errors and times.
2. bypassing_apps tells whether it also connects without the proxy, and why.
3. Say which services it calls and what for, what fails or is slow, and what is missing from the traffic because it bypasses the proxy, with what to do about it.`,
  },
];
