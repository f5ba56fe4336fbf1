// interim
export async function wrappedEnvironment({ proxyPort, caPath, base }: { proxyPort: number; caPem: string; caPath: string; home: string; base: NodeJS.ProcessEnv }): Promise<NodeJS.ProcessEnv> {
  const url = `http://127.0.0.1:${proxyPort}`;
  return { ...base, http_proxy: url, https_proxy: url, HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY: '', no_proxy: '', SSL_CERT_FILE: caPath, CURL_CA_BUNDLE: caPath, GIT_SSL_CAINFO: caPath, NODE_EXTRA_CA_CERTS: caPath };
}
