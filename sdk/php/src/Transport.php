<?php
// Sends calls: renews the token, tries again what may be tried again.

declare(strict_types=1);

namespace Predate;

/** Speaks to the API for one account. */
abstract class Transport
{
    public const VERSION = '1.0.0';

    private readonly string $base;
    private string $token = '';
    private float $until = 0.0;

    /**
     * @param string $baseUrl the installation's public address
     * @param string $apiKey prd_live_… or prd_test_…
     * @param string $email of the key's account
     * @param int $maxAttempts of one call, the first included
     * @param float $maxWait the longest wait before a further attempt, in seconds
     * @param float $timeout for an answer to go on coming, in seconds
     * @param string $userAgent put before the library's own
     */
    public function __construct(
        string $baseUrl,
        #[\SensitiveParameter] private readonly string $apiKey,
        private readonly string $email = '',
        #[\SensitiveParameter] private readonly string $password = '',
        private readonly int $maxAttempts = 5,
        private readonly float $maxWait = 60.0,
        private readonly float $timeout = 120.0,
        private readonly string $userAgent = '',
    ) {
        if ($baseUrl === '' || $apiKey === '') {
            throw new \InvalidArgumentException('baseUrl and apiKey are required');
        }
        $this->base = rtrim($baseUrl, '/');
    }

    /**
     * Sends a call until it has an answer or may not go on, and reads it.
     *
     * @param array<string, string> $headers
     * @param array<string, mixed>|list<mixed>|null $body
     * @param array<string, mixed> $query
     */
    protected function call(
        string $method,
        string $path,
        string $shape,
        string $credentials,
        array $headers = [],
        ?array $body = null,
        array $query = [],
        bool $keyed = false,
        ?string $idempotencyKey = null,
    ): mixed {
        $given = array_map(
            static fn (mixed $value): mixed => is_bool($value) ? ($value ? 'true' : 'false') : $value,
            array_filter($query, static fn (mixed $value): bool => $value !== null),
        );
        $address = $this->base . $path . ($given === [] ? '' : '?' . http_build_query($given, '', '&', PHP_QUERY_RFC3986));
        $text = null;
        if ($body !== null) {
            $headers['Content-Type'] = 'application/json';
            $text = $body === [] ? '{}' : json_encode($body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        }
        if ($credentials !== 'none') {
            $headers['X-Auth-Key'] = $this->apiKey;
        }
        if ($keyed) {
            $headers['Idempotency-Key'] = $idempotencyKey ?? bin2hex(random_bytes(16));
        }
        $once = function () use ($method, $address, $headers, $text, $credentials): string {
            if ($credentials !== 'all') {
                return $this->exchange($method, $address, $headers, $text);
            }
            try {
                return $this->exchange($method, $address, ['Authorization' => 'Bearer ' . $this->accessToken()] + $headers, $text);
            } catch (PredateException $error) {
                if ($error->errorCode !== 'invalid_access_token') {
                    throw $error;
                }
                $this->token = ''; // refused before anything was done: once more with another token
            }
            return $this->exchange($method, $address, ['Authorization' => 'Bearer ' . $this->accessToken()] + $headers, $text);
        };
        // A further attempt can do no harm to what reads, asks for a token, or bears a key.
        $answer = $this->again($method === 'GET' || $credentials === 'key' || $keyed, $once);
        if ($shape === 'file') {
            return $answer;
        }
        $read = json_decode($answer, true, 512, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING);
        return match ($shape) {
            'payload' => $read['payload'],
            'document' => $read,
            default => null,
        };
    }

    /**
     * Fetches a signed address that an event or an order gave. No credential is sent: the signature is the only one.
     */
    public function download(string $address): string
    {
        return $this->again(true, fn (): string => $this->exchange('GET', $address, [], null));
    }

    /**
     * Tries until there is an answer, with waits between; Retry-After is honoured.
     *
     * @param callable(): string $attempt
     */
    private function again(bool $mayRepeat, callable $attempt): string
    {
        for ($made = 1; ; $made++) {
            try {
                return $attempt();
            } catch (TokenException $error) { // it was tried again already
                throw $error->reason;
            } catch (PredateException $error) {
                $wait = $error->temporary() ? $error->retryAfter : INF;
            } catch (ConnectionException $error) {
                $wait = null;
            }
            $wait ??= min(0.5 * 2 ** ($made - 1), 8) * random_int(500, 1000) / 1000;
            if (!$mayRepeat || $made >= $this->maxAttempts || $wait > $this->maxWait) {
                throw $error;
            }
            usleep((int) ($wait * 1e6));
        }
    }

    /** @param array<string, string> $headers */
    private function exchange(string $method, string $address, array $headers, ?string $body): string
    {
        $headers['User-Agent'] = trim($this->userAgent . ' predate-php/' . self::VERSION);
        $headers['Connection'] = 'close';
        $lines = [];
        foreach ($headers as $name => $value) {
            if (preg_match('/[\r\n]/', $name . $value)) {
                throw new \InvalidArgumentException("a header with a line break: $name");
            }
            $lines[] = "$name: $value";
        }
        $context = stream_context_create(['http' => [
            'method' => $method, 'header' => $lines, 'content' => $body ?? '', 'ignore_errors' => true,
            'follow_location' => 0, 'timeout' => $this->timeout, 'protocol_version' => 1.1,
        ]]);
        $answer = @fopen($address, 'rb', false, $context);
        $text = $answer === false ? false : stream_get_contents($answer);
        $told = $answer === false ? ['timed_out' => false, 'wrapper_data' => []] : stream_get_meta_data($answer);
        $received = self::headersOf($told['wrapper_data'] ?? []);
        if ($answer !== false) {
            fclose($answer);
        }
        $short = isset($received['content-length']) && is_string($text) && strlen($text) < (int) $received['content-length'];
        if ($text === false || $told['timed_out'] || $short || $received['status'] === 0) {
            throw new ConnectionException('no answer from ' . parse_url($address, PHP_URL_HOST));
        }
        if ($received['status'] < 200 || $received['status'] > 299) {
            throw PredateException::of($received['status'], $received, $text);
        }
        return $text;
    }

    /**
     * @param list<string> $lines
     * @return array<string, mixed> by lower-case name, and the status
     */
    private static function headersOf(array $lines): array
    {
        $headers = ['status' => 0];
        foreach ($lines as $line) {
            if (preg_match('#^HTTP/\S+ ([0-9]{3})#', $line, $found)) {
                $headers = ['status' => (int) $found[1]];
            } elseif (str_contains($line, ':')) {
                [$name, $value] = explode(':', $line, 2);
                $headers[strtolower($name)] = trim($value);
            }
        }
        return $headers;
    }

    private function accessToken(): string
    {
        if ($this->token !== '' && hrtime(true) / 1e9 < $this->until) {
            return $this->token;
        }
        $began = hrtime(true) / 1e9;
        try {
            $given = $this->call('POST', '/account/auth', 'payload', 'key', body: ['email' => $this->email, 'password' => $this->password]);
        } catch (PredateException | ConnectionException $error) {
            throw new TokenException($error);
        }
        $this->token = $given['access_token'];
        $this->until = $began + self::lifetime($this->token) * 0.9;
        return $this->token;
    }

    /** How long a token lasts by its own words, in seconds, whatever the two clocks say; an hour if it does not tell. */
    private static function lifetime(string $token): float
    {
        $claims = json_decode((string) base64_decode(strtr(explode('.', $token)[1] ?? '', '-_', '+/')), true);
        return is_int($claims['iat'] ?? null) && is_int($claims['exp'] ?? null) ? (float) ($claims['exp'] - $claims['iat']) : 3600.0;
    }
}
