// The token of the session. The app opens the page with a code in the fragment of its URL. The page exchanges the code
// once for the token, which stays in the session storage of this tab and never appears in a URL.

const KEY = 'proxyctl-token';

/** Returns the token. Returns null when there is none and the code is missing, used up or expired. */
export async function openSession(fragment: URLSearchParams): Promise<string | null> {
  const code = fragment.get('code');
  if (code === null) return sessionStorage.getItem(KEY);
  const response = await fetch('/api/session', { method: 'POST', body: JSON.stringify({ code }) });
  if (!response.ok) return sessionStorage.getItem(KEY);
  const { token } = (await response.json()) as { readonly token: string };
  sessionStorage.setItem(KEY, token);
  return token;
}

/** Forgets a token that the app no longer accepts. */
export function endSession(): void {
  sessionStorage.removeItem(KEY);
}
