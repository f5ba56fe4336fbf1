// QuickJS, compiled to WebAssembly: the only variant that is shipped, and the file of its code.
import variant from '@jitl/quickjs-wasmfile-release-sync';
import type { QuickJSSyncVariant } from 'quickjs-emscripten-core';

// The declarations are those of a CommonJS module, whose default is the module itself.
export const quickJs = variant as unknown as QuickJSSyncVariant;

/** The URL of the WebAssembly code. */
export const quickJsCode = import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
