// The code formats in the order of the menu, and the one last used.
import { createPreference } from './preferences.ts';

export const codeFormats: readonly (readonly [id: string, label: string])[] = [
  ['curl', 'cURL'],
  ['swift', 'Swift'],
  ['javascript', 'JavaScript'],
  ['python', 'Python'],
  ['go', 'Go'],
  ['httpie', 'HTTPie'],
  ['wget', 'Shell – wget'],
  ['http', 'HTTP'],
  ['node-axios', 'NodeJS – Axios'],
  ['python-http-client', 'Python – http.client'],
  ['java-okhttp', 'Java – OkHttp'],
  ['kotlin-okhttp', 'Kotlin – OkHttp'],
  ['csharp-httpclient', 'C# – HttpClient'],
  ['php-curl', 'PHP – cURL'],
  ['ruby-net-http', 'Ruby – Net::HTTP'],
  ['rust-reqwest', 'Rust – reqwest'],
  ['dart-http', 'Dart – http'],
  ['powershell', 'PowerShell'],
  ['c-libcurl', 'C – libcurl'],
  ['markdown', 'Markdown'],
];

export const codeFormat = createPreference('traffic.code', 'curl', isFormat);

function isFormat(value: unknown): value is string {
  return codeFormats.some(([id]) => id === value);
}
