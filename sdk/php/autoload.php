<?php
// For those who do not use Composer: require this file.

declare(strict_types=1);

foreach (['types', 'errors', 'Json', 'Transport', 'Operations', 'Client', 'Webhook'] as $file) {
    require_once __DIR__ . "/src/$file.php";
}
