// Every toolchain that runs a code format.
import type { Toolchain } from '../toolchain.ts';
import { cLibcurl, csharpHttpclient, go, rustReqwest } from './compiled.ts';
import { javaOkhttp, kotlinOkhttp } from './okhttp.ts';
import { javascript, nodeAxios, phpCurl, python, pythonHttpClient, rubyNetHttp } from './scripts.ts';
import { curl, http, httpie, wget } from './shell.ts';

export const toolchains: readonly Toolchain[] = [
  curl,
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
  cLibcurl,
];
