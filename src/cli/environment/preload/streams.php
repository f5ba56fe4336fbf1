<?php
// Run by PHP before every script of a wrapped command: gives the streams of http and https (file_get_contents, fopen),
// which read no variables, the proxy in their default context. A context of the script's own is left as it is.
(static function (): void {
    $proxy = parse_url((string) getenv('http_proxy'));
    if (!isset($proxy['host'], $proxy['port'])) {
        return;
    }
    stream_context_set_default([
        'http' => ['proxy' => "tcp://{$proxy['host']}:{$proxy['port']}", 'request_fulluri' => true],
    ]);
})();
