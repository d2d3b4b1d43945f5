<?php

declare(strict_types=1);

namespace Predate;

/** A refusal of the API. */
class PredateException extends \RuntimeException
{
    /**
     * @param int $status of HTTP
     * @param string $errorCode machine-readable, such as order_not_found; empty when the answer is not the API's
     * @param string $requestId quote it when you ask for help
     * @param array<string, string> $fields under invalid_request: what is wrong with each field, such as owners[0].lastname
     * @param float|null $retryAfter how many seconds the server asks to wait
     */
    final public function __construct(
        string $message,
        public readonly int $status,
        public readonly string $errorCode,
        public readonly string $requestId,
        public readonly array $fields,
        public readonly ?float $retryAfter,
    ) {
        parent::__construct($message, $status);
    }

    /** Whether the same request may succeed later. */
    public function temporary(): bool
    {
        return in_array($this->status, [429, 502, 503, 504], true) || in_array($this->errorCode, ['idempotency_in_progress', 'body_too_slow'], true);
    }

    /**
     * Reads the answer that refuses.
     *
     * @param array<string, mixed> $headers
     */
    public static function of(int $status, array $headers, string $body): self
    {
        $read = json_decode($body, true);
        $message = is_array($read) && is_string($read['message'] ?? null) ? $read['message'] : "status $status";
        $code = $headers['predate-error'] ?? '';
        $kind = match ($status) {
            400 => InvalidRequestException::class,
            401 => AuthenticationException::class,
            403 => ForbiddenException::class,
            404 => NotFoundException::class,
            409 => ConflictException::class,
            429 => RateLimitException::class,
            default => self::class,
        };
        $fields = $code === 'invalid_request' ? self::fieldsOf($message) : [];
        return new $kind($message, $status, $code, $headers['request-id'] ?? '', $fields, self::seconds($headers['retry-after'] ?? ''));
    }

    private static function seconds(string $after): ?float
    {
        if (ctype_digit($after)) {
            return (float) $after;
        }
        $at = $after === '' ? false : strtotime($after);
        return $at === false ? null : max(0.0, (float) ($at - time()));
    }

    /**
     * Reads «Invalid request: zipcode: must be five digits; city: is required».
     *
     * @return array<string, string>
     */
    private static function fieldsOf(string $message): array
    {
        $fields = [];
        foreach (explode('; ', explode(': ', $message, 2)[1] ?? '') as $one) {
            $parts = explode(': ', $one, 2);
            if (count($parts) === 2) {
                $fields[$parts[0]] = $parts[1];
            }
        }
        return $fields;
    }
}

/** 400: the request, or the API key, is not valid. */
final class InvalidRequestException extends PredateException
{
}

/** 401: the e-mail and password, or the token, are not good. */
final class AuthenticationException extends PredateException
{
}

/** 403: known, and not allowed. */
final class ForbiddenException extends PredateException
{
}

/** 404: no such thing, or not yours. */
final class NotFoundException extends PredateException
{
}

/** 409: the right request at the wrong moment. */
final class ConflictException extends PredateException
{
}

/** 429: slow down. */
final class RateLimitException extends PredateException
{
}

/** No answer came: the network failed, or the time ran out. */
final class ConnectionException extends \RuntimeException
{
}

/**
 * Carries why there is no token past what tries again.
 *
 * @internal
 */
final class TokenException extends \RuntimeException
{
    public function __construct(public readonly \RuntimeException $reason)
    {
        parent::__construct($reason->getMessage());
    }
}
