// Windows: PowerShell extracts the icon from the program of a running process. The name is passed in the environment,
// never as part of the script.
import { execFile } from 'node:child_process';
import { isPng, MAX_ICON_BYTES, type IconSearch } from './contract.ts';

export const SCRIPT = `
$ErrorActionPreference = 'Stop'
Add-Type -AssemblyName System.Drawing
$path = Get-Process | Where-Object { $_.ProcessName -eq $env:APP_NAME -and $_.Path } | Select-Object -First 1 -ExpandProperty Path
if (-not $path) { exit 1 }
$stream = New-Object System.IO.MemoryStream
[System.Drawing.Icon]::ExtractAssociatedIcon($path).ToBitmap().Save($stream, [System.Drawing.Imaging.ImageFormat]::Png)
[Convert]::ToBase64String($stream.ToArray())
`;

/** Runs a PowerShell script with a name in its environment; resolves with its output, empty when it fails. */
export type RunScript = (script: string, app: string) => Promise<string>;

const TIME_LIMIT_MS = 10_000;

export function windowsIcons(run: RunScript = powerShell): IconSearch {
  return async (app) => {
    const bytes = Buffer.from((await run(SCRIPT, app)).trim(), 'base64');
    return isPng(bytes) && bytes.length <= MAX_ICON_BYTES ? { type: 'image/png', bytes } : null;
  };
}

const powerShell: RunScript = (script, app) =>
  new Promise((resolve) => {
    const options = {
      timeout: TIME_LIMIT_MS,
      maxBuffer: 2 * MAX_ICON_BYTES,
      windowsHide: true,
      env: { ...process.env, APP_NAME: app },
    };
    const args = ['-NoProfile', '-NonInteractive', '-Command', script];
    execFile('powershell.exe', args, options, (error, stdout) => resolve(error === null ? stdout : ''));
  });
