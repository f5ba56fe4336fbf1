// Notifications on Windows, through PowerShell toasts. The texts are in the environment, never part of the script.
import type { Command } from './command.ts';

const SCRIPT = `
$ErrorActionPreference = 'Stop'
[void][Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]
$xml = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent('ToastText02')
$texts = $xml.GetElementsByTagName('text')
[void]$texts.Item(0).AppendChild($xml.CreateTextNode($env:NOTICE_TITLE))
[void]$texts.Item(1).AppendChild($xml.CreateTextNode($env:NOTICE_TEXT))
$app = '{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe'
[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier($app).Show([Windows.UI.Notifications.ToastNotification]::new($xml))
`;

export function windowsCommand(title: string, text: string): Command {
  return {
    file: 'powershell.exe',
    args: ['-NoProfile', '-NonInteractive', '-Command', SCRIPT],
    env: { NOTICE_TITLE: title, NOTICE_TEXT: text },
  };
}
