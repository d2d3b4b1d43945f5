<?php
// The suite runs against a real server that «go test ./sdk» starts and names in the environment.

declare(strict_types=1);

use Predate\Client;
use Predate\EndpointChange;
use Predate\InvalidRequestException;
use Predate\NewAnswer;
use Predate\NewDocuments;
use Predate\NewEndpoint;
use Predate\NewOrder;
use Predate\NewOrderInvoice;
use Predate\NewOrderOwner;
use Predate\NewOrderSyndic;
use Predate\NotFoundException;
use Predate\PredateException;
use Predate\RateLimitException;
use Predate\Refresh;
use Predate\Simulation;
use Predate\SyndicChange;
use Predate\View;
use Predate\Webhook;
use Predate\WebhookException;

require __DIR__ . '/../autoload.php';

set_error_handler(static function (int $kind, string $message, string $file, int $line): bool {
    if ((error_reporting() & $kind) === 0) {
        return false;
    }
    throw new ErrorException($message, 0, $kind, $file, $line);
});

function setting(string $name): string
{
    return getenv($name) ?: throw new RuntimeException("$name is not set: run «go test ./sdk» in the repository");
}

function client(?string $base = null, ?string $key = null): Client
{
    return new Client($base ?? setting('PREDATE_URL'), $key ?? setting('PREDATE_API_KEY'), setting('PREDATE_EMAIL'), setting('PREDATE_PASSWORD'));
}

function newOrder(string $username, string $externalId, string $zipcode = '69003', string $owner = 'Vassorelle'): NewOrder
{
    return new NewOrder(
        address: '18 rue des Maraîchers-Fleuris',
        city: 'Lyon',
        zipcode: $zipcode,
        owners: [new NewOrderOwner($owner, firstname: 'Hélène')],
        invoice: new NewOrderInvoice('1 place de l’Étude', 'Lyon', '69003', 'Étude des Quatre-Vents'),
        method: 'extranet',
        syndic: new NewOrderSyndic('Cabinet Orvellac-Brimont', $username, 'x', 'https://extranet.example/'),
        lots: '14, 38',
        all_due_paid: true,
        external_id: $externalId,
        test_mode: true,
    );
}

function until(Client $c, string $orderid, string $state): View
{
    for ($end = microtime(true) + 60; ; usleep(50_000)) {
        $view = $c->readOrder($orderid);
        if ($view->state === $state) {
            return $view;
        }
        same(true, microtime(true) < $end, "the order is {$view->state}, not $state");
    }
}

function same(mixed $want, mixed $got, string $what = ''): void
{
    if ($want !== $got) {
        throw new AssertionError(trim("$what: want " . var_export($want, true) . ', got ' . var_export($got, true), ': '));
    }
}

/** @return Throwable what it threw, of the class that it must be */
function refused(string $class, callable $do): Throwable
{
    try {
        $do();
    } catch (Throwable $error) {
        same(true, $error instanceof $class, $error::class . ': ' . $error->getMessage());
        return $error;
    }
    throw new AssertionError("no $class");
}

/** @return list<array{method: string, path: string, key: string, fault: string}> */
function seen(string $session): array
{
    return json_decode((string) file_get_contents(setting('PREDATE_FAULTS') . "/seen/$session"), true);
}

$tests = [];

$tests['an order goes to done'] = static function (): void {
    $c = client();
    $placed = $c->createOrder(newOrder('test-done', 'php-1'));
    same('confirmed', $placed->state);
    same(true, $placed->created->getTimestamp() > 0);
    $view = until($c, $placed->orderid, 'done');
    $pdf = $c->readStatement($placed->orderid);
    same('%PDF', substr($pdf, 0, 4));
    same($view->statement->sha256, hash('sha256', $pdf));
    same(true, is_array($c->readReport($placed->orderid)));
    same(true, strlen($c->download($view->documents[0]->url)) > 0);
    foreach (['link', 'inline'] as $content) {
        $states = [];
        foreach ($c->eachEvent(limit: 2, content: $content) as $event) {
            if ($event->orderid !== $placed->orderid) {
                continue;
            }
            $states[] = $event->status;
            if ($event->status === 'done') {
                same($pdf, $c->statementOf($event->body));
            }
        }
        same(['confirmed', 'received', 'done'], $states);
    }
    $again = $c->refreshOrder($placed->orderid, new Refresh('extranet', syndic: new SyndicChange(username: 'test-done', password: 'x')));
    same(true, $again->refreshed);
};

$tests['an order that waits is answered, given papers, listed and cancelled'] = static function (): void {
    $c = client();
    $orderid = $c->createOrder(newOrder('test-waiting-document', 'php-2'))->orderid;
    same(true, count(until($c, $orderid, 'waiting')->missing) > 0);
    foreach ($c->readChecklist($orderid)->items as $item) {
        if ($item->kind === 'document' && $item->state === 'missing') {
            $asked = $item;
        }
    }
    $c->answer($orderid, [new NewAnswer($asked->code, 'see_comment', 'Mme Vassorelle', fiscal_year: $asked->fiscal_year, comment: 'Lundi.')]);
    $c->addDocuments($orderid, new NewDocuments([Client::document('note.pdf', "%PDF-1.4\n%%EOF\n")]));
    same(true, $c->cancelOrder($orderid)->cancelled !== null);
    $found = [];
    foreach ($c->eachOrder(limit: 1, external_id: 'php-2', test_mode: true) as $order) {
        $found[] = $order->orderid;
    }
    same([$orderid], $found);
};

$tests['an endpoint is made, changed, rotated and deleted'] = static function (): void {
    $c = client();
    $made = $c->createWebhook(new NewEndpoint('http://127.0.0.1:9/php', events: ['done'], max_rate: 5));
    same(5, $c->changeWebhook($made->id, new EndpointChange(enabled: false))->max_rate);
    same(null, $c->changeWebhook($made->id, new EndpointChange(clear_max_rate: true))->max_rate);
    same(false, $c->rotateWebhookSecret($made->id, new Predate\NeedRotation(0))->secret === $made->secret);
    same(0, $c->webhookStats($made->id, hours: 1)->deliveries->pending);
    same([], iterator_to_array($c->eachDelivery($made->id), false));
    $c->deleteWebhook($made->id);
    same('webhook_not_found', refused(NotFoundException::class, fn () => $c->readWebhook($made->id))->errorCode);
};

$tests['refusals tell what is wrong'] = static function (): void {
    $error = refused(InvalidRequestException::class, fn () => client()->createOrder(newOrder('test-done', 'php-3', '690', '')));
    same([400, 'invalid_request'], [$error->status, $error->errorCode]);
    same(true, $error->requestId !== '');
    same(true, isset($error->fields['zipcode'], $error->fields['owners[0].lastname']));
    $stranger = client(key: 'prd_test_none');
    same('invalid_api_key', refused(InvalidRequestException::class, fn () => $stranger->listOrders())->errorCode);
    refused(NotFoundException::class, fn () => $stranger->verify('8G9P-Z8TN-PDKR-M4A6-NMBF'));
    $stranger->ready();
    same(true, count($stranger->jwks()->keys) > 0);
    same('openapi:', substr($stranger->openapi(), 0, 8));
    refused(InvalidArgumentException::class, fn () => client()->listOrders(headers: ['traceparent' => "a\r\nb: c"]));
    refused(Predate\ConnectionException::class, fn () => (new Client('http://127.0.0.1:9', 'k', maxAttempts: 2))->ready());
};

$tests['attempts are repeated under one key, and not without'] = static function (): void {
    $faults = setting('PREDATE_FAULTS');
    foreach (['503.0,lost,409.0', 'cut,429.0'] as $plan) {
        $session = 'php-' . substr($plan, 0, 3);
        $placed = client("$faults/$plan/$session")->createOrder(newOrder('test-done', $session));
        $keys = array_column(array_filter(seen($session), static fn ($call) => $call['path'] === '/order/'), 'key');
        same(substr_count($plan, ',') + 2, count($keys));
        same([$keys[0]], array_values(array_unique($keys)));
        same(true, $keys[0] !== '');
        $found = client()->listOrders(external_id: $session)->orders;
        same([$placed->orderid], array_map(static fn ($order) => $order->orderid, $found));
    }
    $began = microtime(true);
    client("$faults/429.1/php-wait")->listOrders();
    same(true, microtime(true) - $began >= 1);
    same(3600.0, refused(RateLimitException::class, fn () => client("$faults/429.3600/php-long")->listOrders())->retryAfter);
    $post = fn () => client("$faults/503.0/php-once")->createWebhook(new NewEndpoint('http://127.0.0.1:9/php'));
    same(503, refused(PredateException::class, $post)->status);
    same(2, count(seen('php-once')));
};

$tests['tokens are renewed'] = static function (): void {
    foreach (['none' => 1, 'short' => 3, 'none,401' => 2, '401' => 2] as $plan => $want) {
        $c = client(setting('PREDATE_FAULTS') . "/$plan/php-token-$plan");
        for ($call = 0; $call < 3; $call++) {
            $c->listWebhooks();
        }
        $asked = array_filter(seen("php-token-$plan"), static fn ($call) => $call['path'] === '/account/auth');
        same($want, count($asked), (string) $plan);
    }
};

$tests['webhooks are verified'] = static function (): void {
    $vectors = json_decode((string) file_get_contents(setting('PREDATE_VECTORS')), true);
    same(true, count($vectors) >= 25);
    foreach ($vectors as $v) {
        $judge = fn () => Webhook::verify($v['secrets'], $v['headers'], base64_decode($v['body']), now: $v['now']);
        if ($v['want'] === 'ok') {
            $hook = $judge();
            same(['dlv_7', 2, true, 'K7QF3M'], [$hook->id, $hook->sequence, $hook->test, $hook->event->orderid], $v['name']);
            continue;
        }
        same($v['want'], refused(WebhookException::class, $judge)->reason, $v['name']);
    }
    foreach (['', 'whsec_', 'whsec_~~~', 'whpk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] as $secret) {
        refused(InvalidArgumentException::class, fn () => Webhook::verify($secret, [], ''));
    }
    $server = ['HTTP_WEBHOOK_ID' => 'dlv_1', 'HTTP_WEBHOOK_TIMESTAMP' => '7', 'HTTP_WEBHOOK_SIGNATURE' => 'v1,x'];
    same('timestamp', refused(WebhookException::class, fn () => Webhook::verify($vectors[0]['secrets'], $server, ''))->reason);
};

$failed = 0;
foreach ($tests as $name => $test) {
    try {
        $test();
        echo "ok   $name\n";
    } catch (Throwable $error) {
        $failed++;
        echo "FAIL $name: {$error->getMessage()}\n{$error->getTraceAsString()}\n";
    }
}
exit($failed === 0 ? 0 : 1);
