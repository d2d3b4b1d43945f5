<?php
// Verifies deliveries by Standard Webhooks 1.0.

declare(strict_types=1);

namespace Predate;

/** A delivery that was verified. */
final class Webhook
{
    /**
     * @param string $id the same at every attempt: one that you hold is a success and nothing more
     * @param int $sequence of the event within its order, from 1; 0 for a rehearsal
     * @param bool $test of a test order, or a rehearsal
     */
    private function __construct(
        public readonly string $id,
        public readonly int $sequence,
        public readonly int $attempt,
        public readonly bool $test,
        public readonly WebhookEvent $event,
    ) {
    }

    /**
     * Judges a delivery by its headers and its body, byte for byte as it came.
     *
     * @param string|list<string> $secrets of the endpoint: whsec_…, or whpk_…; several while one rotates
     * @param array<string, string> $headers by name, as getallheaders() gives them, or $_SERVER itself
     * @param string $body what php://input gives, before json_decode
     * @param int $tolerance seconds that the sender's clock may be from ours
     * @param int|null $now seconds since 1970; by default the clock
     * @throws WebhookException when the delivery is not genuine
     */
    public static function verify(
        #[\SensitiveParameter] string|array $secrets,
        array $headers,
        string $body,
        int $tolerance = 300,
        ?int $now = null,
    ): self {
        $keys = array_map(self::keyOf(...), (array) $secrets);
        if ($keys === []) {
            throw new \InvalidArgumentException('no secret to verify webhooks with');
        }
        $given = [];
        foreach ($headers as $name => $value) {
            $name = strtolower(str_replace('_', '-', (string) $name));
            $given[str_starts_with($name, 'http-') ? substr($name, 5) : $name] = $value;
        }
        $id = $given['webhook-id'] ?? '';
        $stamp = $given['webhook-timestamp'] ?? '';
        $signatures = $given['webhook-signature'] ?? '';
        if ($id === '' || $signatures === '' || !preg_match('/^[0-9]{1,15}$/D', $stamp)) {
            throw new WebhookException('headers', 'webhook-id, webhook-timestamp or webhook-signature is missing or malformed');
        }
        if (abs(($now ?? time()) - (int) $stamp) > $tolerance) {
            throw new WebhookException('timestamp', 'the delivery was signed too long ago, or in the future');
        }
        $genuine = false;
        foreach (explode(' ', $signatures) as $signature) {
            foreach ($keys as [$key, $public]) {
                $genuine = self::signed($key, $public, "$id.$stamp.$body", $signature) || $genuine;
            }
        }
        if (!$genuine) {
            throw new WebhookException('signature', 'no signature of the delivery is right');
        }
        return new self(
            $id,
            (int) ($given['predate-sequence'] ?? 0),
            (int) ($given['predate-attempt'] ?? 0),
            ($given['predate-test'] ?? '') === 'true',
            self::eventOf($body),
        );
    }

    /** Compares a signature with the key's, in constant time. */
    private static function signed(string $key, bool $public, string $message, string $signature): bool
    {
        if (!$public) {
            return hash_equals('v1,' . base64_encode(hash_hmac('sha256', $message, $key, true)), $signature);
        }
        $raw = str_starts_with($signature, 'v1a,') ? base64_decode(substr($signature, 4), true) : false;
        return is_string($raw) && strlen($raw) === SODIUM_CRYPTO_SIGN_BYTES && sodium_crypto_sign_verify_detached($raw, $message, $key);
    }

    /** @return array{string, bool} the key, and whether it is a public one */
    private static function keyOf(#[\SensitiveParameter] string $secret): array
    {
        $public = str_starts_with($secret, 'whpk_');
        $key = base64_decode((string) preg_replace('/^wh(sec|pk)_/', '', $secret), true);
        if ($key === false || strlen($key) < 24 || ($public && strlen($key) !== SODIUM_CRYPTO_SIGN_PUBLICKEYBYTES)) {
            throw new \InvalidArgumentException('a secret is not of the form whsec_… or whpk_…');
        }
        return [$key, $public];
    }

    private static function eventOf(string $body): WebhookEvent
    {
        $event = json_decode($body, true);
        if (!is_array($event) || !is_string($event['orderid'] ?? null) || !is_string($event['status'] ?? null)) {
            throw new WebhookException('body', 'the delivery is signed, and its body is no event');
        }
        return WebhookEvent::from($event);
    }
}

/** Why a delivery is refused: answer it with 400 or 401. */
final class WebhookException extends \RuntimeException
{
    /** @param string $reason headers, timestamp, signature or body */
    public function __construct(public readonly string $reason, string $message)
    {
        parent::__construct($message);
    }
}
