<?php
// Takes predate's webhooks: verifies them, keeps each once, answers at once, and
// works on them afterwards. PHP 8 or later, no package.
declare(strict_types=1);

const TOLERANCE = 5 * 60; // seconds between our clock and the sender's

// verify follows Standard Webhooks 1.0, over the bytes as they came.
function verify(string $body): ?string
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $stamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!preg_match('/^[0-9]{1,15}$/D', $stamp) || abs(time() - (int) $stamp) > TOLERANCE) {
        return 'stale or missing timestamp';
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', (string) getenv('PREDATE_WEBHOOK_SECRET')), true);
    if ($key === false || strlen($key) < 24) {
        throw new RuntimeException('PREDATE_WEBHOOK_SECRET is not a secret of the form whsec_…');
    }
    $want = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$stamp.$body", $key, true));
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
        if (hash_equals($want, $signature) && preg_match('/^[0-9A-Za-z_-]{1,100}$/D', $id)) {
            return null;
        }
    }
    return 'bad signature';
}

// keep writes a delivery under its id and says whether it is new. Only what is
// on the disk is answered with a success.
function keep(string $inbox, string $id, string $body): bool
{
    $draft = tempnam($inbox, 'draft-');
    $file = $draft === false ? false : fopen($draft, 'wb');
    if ($file === false || fwrite($file, $body) !== strlen($body) || !fsync($file)) {
        throw new RuntimeException('the inbox cannot be written');
    }
    fclose($file);
    $fresh = @link($draft, "$inbox/$id.json");
    unlink($draft);
    if (!$fresh && !is_file("$inbox/$id.json")) {
        throw new RuntimeException('the inbox cannot be written');
    }
    return $fresh;
}

// work is where your own work goes; better from the inbox, in a process of its
// own. An older event of an order, sent again after a newer one, must not
// overwrite it: the newest sequence of each order is kept beside the inbox.
function work(string $inbox, string $id, int $sequence, string $body): string
{
    $event = json_decode($body, true, 16, JSON_THROW_ON_ERROR);
    $order = preg_replace('/[^0-9A-Z]/', '', $event['orderid']);
    $file = fopen("$inbox/$order.sequence", 'c+');
    flock($file, LOCK_EX);
    $seen = (int) stream_get_contents($file);
    if ($sequence > 0 && $sequence < $seen) {
        return "late $id";
    }
    rewind($file);
    fwrite($file, (string) max($sequence, $seen));
    fclose($file);
    return "event {$event['status']} $order $sequence";
}

function say(string $line): void
{
    file_put_contents('php://stdout', $line . "\n");
}

try {
    $inbox = (string) getenv('INBOX');
    @mkdir($inbox, 0700, true);
    $body = (string) file_get_contents('php://input');
    $wrong = verify($body);
    if ($wrong !== null) {
        http_response_code(401);
        echo $wrong;
        return;
    }
    $id = $_SERVER['HTTP_WEBHOOK_ID'];
    $fresh = keep($inbox, $id, $body);
    http_response_code(204);
    if (function_exists('fastcgi_finish_request')) {
        fastcgi_finish_request(); // the answer leaves before the work begins
    }
    say($fresh ? work($inbox, $id, (int) ($_SERVER['HTTP_PREDATE_SEQUENCE'] ?? 0), $body) : "duplicate $id");
} catch (Throwable $error) {
    error_log($error->getMessage());
    http_response_code(503);
}
