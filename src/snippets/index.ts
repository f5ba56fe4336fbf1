// All code formats, in the order of the menu. A new one is a file and its line here.
import { cLibcurl } from './c-libcurl.ts';
import type { SnippetFormat } from './contract.ts';
import { csharpHttpclient } from './csharp-httpclient.ts';
import { curl } from './curl.ts';
import { dartHttp } from './dart-http.ts';
import { go } from './go.ts';
import { http } from './http.ts';
import { httpie } from './httpie.ts';
import { javaOkhttp } from './java-okhttp.ts';
import { javascript } from './javascript.ts';
import { kotlinOkhttp } from './kotlin-okhttp.ts';
import { markdown } from './markdown.ts';
import { nodeAxios } from './node-axios.ts';
import { phpCurl } from './php-curl.ts';
import { powershell } from './powershell.ts';
import { pythonHttpClient } from './python-http-client.ts';
import { python } from './python.ts';
import { rubyNetHttp } from './ruby-net-http.ts';
import { rustReqwest } from './rust-reqwest.ts';
import { swift } from './swift.ts';
import { wget } from './wget.ts';

export const snippetFormats: readonly SnippetFormat[] = [
  curl,
  swift,
  javascript,
  python,
  go,
  httpie,
  wget,
  http,
  nodeAxios,
  pythonHttpClient,
  javaOkhttp,
  kotlinOkhttp,
  csharpHttpclient,
  phpCurl,
  rubyNetHttp,
  rustReqwest,
  dartHttp,
  powershell,
  cLibcurl,
  markdown,
];
