// The limit on the bytes that all HTTP/2 connections together buffer for slow readers.
import { WaitingCeiling } from '../codec/http2/receive-credit.ts';

const MAX_BYTES = 128 * 1024 * 1024;

export const http2Ceiling = new WaitingCeiling(MAX_BYTES);
