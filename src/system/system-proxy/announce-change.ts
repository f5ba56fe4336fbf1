// Tells programs that use WinINet that the proxy settings of Windows have changed: INTERNET_OPTION_SETTINGS_CHANGED,
// then INTERNET_OPTION_REFRESH. It runs in a process of its own, because `node:ffi` is experimental. Unlike `Add-Type`
// of PowerShell, it needs no compiler, which policies may forbid. Where this Node.js has no `node:ffi`, programs are not
// told, and see the change when they next read the settings.

interface Ffi {
  dlopen(
    library: string,
    functions: Readonly<Record<string, object>>,
  ): { readonly functions: Readonly<Record<string, (...args: readonly unknown[]) => unknown>> };
}

const { functions } = (process.getBuiltinModule('node:ffi') as unknown as Ffi).dlopen('wininet.dll', {
  InternetSetOptionW: { arguments: ['u64', 'u32', 'u64', 'u32'], return: 'i32' },
});
for (const option of [39, 37]) functions['InternetSetOptionW']!(0n, option, 0n, 0);
