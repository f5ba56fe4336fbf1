// Posts an alert as JSON to a webhook, on a separate connection that bypasses this proxy.

const TIMEOUT_MS = 5000;

/** Resolves when the server has accepted the post; rejects with the reason otherwise. */
export async function postJson(url: string, value: unknown): Promise<void> {
  const isSecure = url.toLowerCase().startsWith('https:');
  const { request: send } = isSecure
    ? await import('node:https')
    : (await import('../../../base/node-http.ts')).http;
  return new Promise((resolve, reject) => {
    const body = JSON.stringify(value);
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const request = send(url, { method: 'POST', headers, agent: false, signal }, (response) => {
      response.on('error', () => undefined).resume();
      const { statusCode = 0 } = response;
      if (statusCode < 400) resolve();
      else reject(new Error(`it responded with ${statusCode}`));
    });
    request.on('error', (error) =>
      reject(signal.aborted ? new Error(`it did not respond within ${TIMEOUT_MS / 1000} s`) : error),
    );
    request.end(body);
  });
}
