// Messages that hold no secret, though words in them resemble some.
import { header, body, json, text, type Given } from './messages.ts';

export const documents: readonly Given[] = [
  body(
    'text/html',
    '<label for="password">Password</label><input type="password" name="password" placeholder="Your password" autocomplete="current-password">',
  ),
  body('text/html', '<span class="token keyword">const</span><span class="token string">"a"</span>'),
  body(
    'text/html',
    '<p>Forgot your password: click here to reset it.</p><a href="/reset-password">Reset</a>',
  ),
  body(
    'text/html',
    '<script integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin="anonymous"></script>',
  ),
  body(
    'text/css',
    '.token{color:red}.password:hover{color:blue}.api-key::after{content:"key"}.sk-folding-cube{animation-name:sk-foldCubeAngle}',
  ),
  body(
    'text/javascript',
    'function login(e){return fetch(t,{password:e.password,token:t.token,apiKey:n.apiKey})}',
  ),
  body(
    'text/javascript',
    'const labels={password:"Passwort",token:"Token",apiKey:"API-Schlüssel",secret:"Geheimnis"};',
  ),
  body(
    'application/typescript',
    'interface A {\n  token: string;\n  password: string;\n  apiKey?: string | null;\n}',
  ),
  json({
    query:
      'mutation Login($password: String!, $token: String) { login(password: $password, token: $token) { token { id } } }',
  }),
  json({
    type: 'object',
    properties: { password: { type: 'string', format: 'password' }, token: { type: 'string' } },
    required: ['password'],
  }),
  json({ i18n: { password: 'Passwort', confirm_password: 'Passwort bestätigen', token: 'Marke' } }),
  json({ error: { code: 'auth/wrong-password', message: 'The password is invalid' } }),
  json({ scopes: ['token:read', 'secret:write'], permissions: { api_key: 'read', password: 'none' } }),
  text('password: required\ntoken: optional\n'),
  text('See https://docs.test/api-keys#creating-a-key and /docs/secret-management'),
  text('call +1 415 555 0132, order 1234567890123456, at 2026-11-21 16:11:40.123'),
  text('version 4.111111111111111 and 0.4111111111111111'),
  text('mailto:user@example.test https://example.test:8080/@scope/package'),
  text('The token bucket refills: each token: one request.'),
  header('Cookie', 'theme=dark; lang=en; XSRF-TOKEN=abc; _ga=GA1.2.1234567890.1234567890'),
  header('Set-Cookie', 'session=; Max-Age=0; Path=/'),
  header('Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='),
  header('Sec-WebSocket-Accept', 's3pPLMBiTxaQ9kYGzzhZRbK+xOo='),
  header('Idempotency-Key', '8e03978e-40d5-43e8-bc93-6894a57f9324'),
  header('ETag', '"33a64df551425fcc55e4d42a148795d9f25f89d4"'),
  header('X-Request-Id', 'b7ad6b7169203331'),
  header('traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'),
  header('Content-Security-Policy', "script-src 'self' 'nonce-r4nd0mN0nc3V4lu3'"),
  header('WWW-Authenticate', 'Bearer realm="api", error="invalid_token"'),
  header('Access-Control-Allow-Headers', 'Authorization, X-Api-Key, X-CSRF-Token'),
  header('Surrogate-Key', 'post-1 post-2 a1b2c3d4e5f6a7b8'),
  header('X-Hub-Signature-256', 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'),
  { path: '/search?q=password+reset&sort=key&token_type=access' },
  { path: '/orders/4111111111111112?page=2&key=value&code=de' },
  { path: '/assets/main.8d3f2c1e9a7b.js?v=3f2a9c1b8d7e' },
  { path: '/docs/api-key/create?tab=token' },
  { path: '/users/550e8400-e29b-41d4-a716-446655440000/tokens' },
  { path: '/a?X-Plex-Product=x&next_page_token=CAUQAA1b2c3d4' },
  { ...json({ user: 'me', password: 'hunter22' }), transport: 'loopback' },
  { ...body('application/x-www-form-urlencoded', 'user=me&password=hunter22'), transport: 'loopback' },
];
