<?php
// Made of api/openapi.yaml by sdk/generate: do not edit, run «make sdk».

declare(strict_types=1);

namespace Predate;

final class Account
{
    /**
     * @param string $email
     * @param string $kind
     *   One of premium, syndic, standard.
     * @param \DateTimeImmutable $created
     * @param bool $send_documents
     * @param bool $send_registration
     * @param bool $keep_credentials
     */
    public function __construct(
        public readonly string $email,
        public readonly string $kind,
        public readonly \DateTimeImmutable $created,
        public readonly bool $send_documents,
        public readonly bool $send_registration,
        public readonly bool $keep_credentials,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['email'],
            $all['kind'],
            new \DateTimeImmutable($all['created']),
            $all['send_documents'],
            $all['send_registration'],
            $all['keep_credentials'],
        );
    }
}

/**
 * What the transaction is about at the moment, so that nobody waits without knowing for what. queued: a step
 * waits for its turn; collecting: the extranet is asked for papers; retrying: a step failed and is tried
 * again by itself; reading: papers are read; in_review: a person of ours looks; asking: you are to act, see
 * `missing`; typesetting: the PDF is made; idle: nothing is left to do.
 */
final class Activity
{
    /**
     * @param string $code
     *   One of queued, collecting, retrying, reading, in_review, asking, typesetting, idle.
     * @param \DateTimeImmutable $since
     * @param string $message
     *   In French, for people.
     * @param \DateTimeImmutable|null $next_attempt
     *   When a step is tried again; absent where that is not known, or none is.
     */
    public function __construct(
        public readonly string $code,
        public readonly \DateTimeImmutable $since,
        public readonly string $message,
        public readonly ?\DateTimeImmutable $next_attempt = null,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['code'],
            new \DateTimeImmutable($all['since']),
            $all['message'],
            isset($all['next_attempt']) ? new \DateTimeImmutable($all['next_attempt']) : null,
        );
    }
}

final class Advanced
{
    /**
     * @param string $orderid
     * @param string $action
     * @param int $passed
     *   Seconds that have passed.
     * @param int $ahead
     *   Seconds by which the clock of the account's test transactions is ahead.
     * @param string $state
     *   Just then; the work that the action begins follows.
     * @param \DateTimeImmutable|null $next_attempt
     *   When the extranet is tried again; null for never.
     */
    public function __construct(
        public readonly string $orderid,
        public readonly string $action,
        public readonly int $passed,
        public readonly int $ahead,
        public readonly string $state,
        public readonly ?\DateTimeImmutable $next_attempt,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['orderid'],
            $all['action'],
            $all['passed'],
            $all['ahead'],
            $all['state'],
            isset($all['next_attempt']) ? new \DateTimeImmutable($all['next_attempt']) : null,
        );
    }
}

final class Attempt
{
    /**
     * @param int $number
     * @param \DateTimeImmutable $at
     * @param int $duration_ms
     * @param int|null $http_status
     *   Null when there was no answer.
     * @param string|null $error
     * @param string $answer
     *   The beginning of what your server answered, up to 16 KiB.
     * @param int|null $retry_after
     *   The seconds that your server asked for; absent when it did not.
     * @param string|null $control
     *   What your server ordered by predate-control; absent when it did not. One of stop, disable.
     * @param array<string, mixed>|null $headers
     *   The headers that were sent, by their names in small letters; where one delivery is read.
     */
    public function __construct(
        public readonly int $number,
        public readonly \DateTimeImmutable $at,
        public readonly int $duration_ms,
        public readonly ?int $http_status,
        public readonly ?string $error,
        public readonly string $answer,
        public readonly ?int $retry_after = null,
        public readonly ?string $control = null,
        public readonly ?array $headers = null,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['number'],
            new \DateTimeImmutable($all['at']),
            $all['duration_ms'],
            isset($all['http_status']) ? $all['http_status'] : null,
            isset($all['error']) ? $all['error'] : null,
            $all['answer'],
            isset($all['retry_after']) ? $all['retry_after'] : null,
            isset($all['control']) ? $all['control'] : null,
            isset($all['headers']) ? $all['headers'] : null,
        );
    }
}

final class AwaitedGap
{
    /**
     * @param string $kind
     *   One of document, figure, action.
     * @param string $code
     * @param string $message
     *   In French
     * @param int|null $doctype
     */
    public function __construct(
        public readonly string $kind,
        public readonly string $code,
        public readonly string $message,
        public readonly ?int $doctype = null,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['kind'],
            $all['code'],
            $all['message'],
            isset($all['doctype']) ? $all['doctype'] : null,
        );
    }
}

final class Checklist
{
    /**
     * @param string $orderid
     * @param string $state
     * @param bool $reading
     *   Whether what was given or answered is yet to be read: the items are those of before.
     * @param int $settled
     *   How many items are satisfied or declared absent.
     * @param string|null $corner_url
     *   As in the transaction.
     * @param list<Item> $items
     */
    public function __construct(
        public readonly string $orderid,
        public readonly string $state,
        public readonly bool $reading,
        public readonly int $settled,
        public readonly ?string $corner_url,
        public readonly array $items,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['orderid'],
            $all['state'],
            $all['reading'],
            $all['settled'],
            isset($all['corner_url']) ? $all['corner_url'] : null,
            array_map(static fn ($one) => Item::from($one), $all['items']),
        );
    }
}

final class CreatePortalLinkAnswer
{
    /**
     * @param string $url
     * @param string $expires
     *   HTTP-date (RFC 9110).
     */
    public function __construct(
        public readonly string $url,
        public readonly string $expires,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['url'],
            $all['expires'],
        );
    }
}

final class Credentials
{
    /**
     * @param string $email
     * @param string $password
     */
    public function __construct(
        public readonly string $email,
        public readonly string $password,
    ) {
    }

    /** @return array<string, mixed> what the request bears */
    public function toArray(): array
    {
        $all = [
            'email' => Json::plain($this->email),
            'password' => Json::plain($this->password),
        ];
        $all = array_filter($all, static fn ($value) => $value !== null);
        return $all;
    }
}

final class Deleted
{
    /**
     * @param string $id
     */
    public function __construct(
        public readonly string $id,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['id'],
        );
    }
}

final class Deliveries
{
    /**
     * @param string|null $next
     *   The `after` of the next page; null on the last.
     * @param list<Delivery> $deliveries
     */
    public function __construct(
        public readonly ?string $next,
        public readonly array $deliveries,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            isset($all['next']) ? $all['next'] : null,
            array_map(static fn ($one) => Delivery::from($one), $all['deliveries']),
        );
    }
}

final class Delivery
{
    /**
     * @param string $id
     *   The webhook-id.
     * @param string $event
     *   Id of the event.
     * @param string $orderid
     * @param int $sequence
     * @param string $status
     *   One of pending, delivered, given_up.
     * @param \DateTimeImmutable $created
     * @param \DateTimeImmutable|null $next_attempt
     * @param \DateTimeImmutable|null $ended
     * @param list<Attempt> $attempts
     * @param string|null $kind
     *   Which event it tells of; where one delivery is read.
     * @param SentRequest|null $request
     */
    public function __construct(
        public readonly string $id,
        public readonly string $event,
        public readonly string $orderid,
        public readonly int $sequence,
        public readonly string $status,
        public readonly \DateTimeImmutable $created,
        public readonly ?\DateTimeImmutable $next_attempt,
        public readonly ?\DateTimeImmutable $ended,
        public readonly array $attempts,
        public readonly ?string $kind = null,
        public readonly ?SentRequest $request = null,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['id'],
            $all['event'],
            $all['orderid'],
            $all['sequence'],
            $all['status'],
            new \DateTimeImmutable($all['created']),
            isset($all['next_attempt']) ? new \DateTimeImmutable($all['next_attempt']) : null,
            isset($all['ended']) ? new \DateTimeImmutable($all['ended']) : null,
            array_map(static fn ($one) => Attempt::from($one), $all['attempts']),
            isset($all['kind']) ? $all['kind'] : null,
            isset($all['request']) ? SentRequest::from($all['request']) : null,
        );
    }
}

final class Deposit
{
    /**
     * @param int $document
     *   Identifier among `documents`.
     * @param string $state
     *   failed: the next collection, after a refresh, tries again. One of pending, made, failed.
     * @param \DateTimeImmutable|null $made
     * @param string $receipt
     *   The extranet's own words and number; may be empty.
     * @param string $code
     *   One of , deposit_unsupported, deposit_failed.
     * @param string $message
     *   In French; empty unless it failed.
     */
    public function __construct(
        public readonly int $document,
        public readonly string $state,
        public readonly ?\DateTimeImmutable $made,
        public readonly string $receipt,
        public readonly string $code,
        public readonly string $message,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['document'],
            $all['state'],
            isset($all['made']) ? new \DateTimeImmutable($all['made']) : null,
            $all['receipt'],
            $all['code'],
            $all['message'],
        );
    }
}

final class Document
{
    /**
     * @param int $id
     * @param int $doctype
     * @param string $delivered
     * @param string $comment
     *   What who gave the document wrote, or the title that the extranet gives it; behind « Pièce d’un
     *   autre immeuble – écartée » where reading found another building's, from which nothing is taken.
     * @param string $mimetype
     * @param string $url
     *   Holds for 30 days.
     */
    public function __construct(
        public readonly int $id,
        public readonly int $doctype,
        public readonly string $delivered,
        public readonly string $comment,
        public readonly string $mimetype,
        public readonly string $url,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['id'],
            $all['doctype'],
            $all['delivered'],
            $all['comment'],
            $all['mimetype'],
            $all['url'],
        );
    }
}

final class Endpoint
{
    /**
     * @param string $id
     * @param string $url
     * @param bool $test_mode
     *   True: a test endpoint, which hears of tests alone. False: a live one, which hears of everything but
     *   what a test key does.
     * @param list<string> $events
     * @param string $content
     *   One of inline, link.
     * @param bool $details
     * @param int|null $max_rate
     * @param string $signature
     *   One of v1, v1a.
     * @param string|null $public_key
     *   Verifies v1a; null under v1.
     * @param bool $enabled
     * @param string|null $disabled_reason
     * @param \DateTimeImmutable $created
     * @param string|null $secret
     *   Shown once, when the endpoint is made; absent under v1a.
     * @param Health|null $health
     */
    public function __construct(
        public readonly string $id,
        public readonly string $url,
        public readonly bool $test_mode,
        public readonly array $events,
        public readonly string $content,
        public readonly bool $details,
        public readonly ?int $max_rate,
        public readonly string $signature,
        public readonly ?string $public_key,
        public readonly bool $enabled,
        public readonly ?string $disabled_reason,
        public readonly \DateTimeImmutable $created,
        public readonly ?string $secret = null,
        public readonly ?Health $health = null,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['id'],
            $all['url'],
            $all['test_mode'],
            $all['events'],
            $all['content'],
            $all['details'],
            isset($all['max_rate']) ? $all['max_rate'] : null,
            $all['signature'],
            isset($all['public_key']) ? $all['public_key'] : null,
            $all['enabled'],
            isset($all['disabled_reason']) ? $all['disabled_reason'] : null,
            new \DateTimeImmutable($all['created']),
            isset($all['secret']) ? $all['secret'] : null,
            isset($all['health']) ? Health::from($all['health']) : null,
        );
    }
}

final class EndpointChange
{
    /**
     * @param string|null $url
     * @param list<string>|null $events
     * @param bool|null $enabled
     * @param string|null $content
     *   One of inline, link.
     * @param bool|null $details
     * @param int|null $max_rate
     *   null takes the limit off.
     */
    public function __construct(
        public readonly ?string $url = null,
        public readonly ?array $events = null,
        public readonly ?bool $enabled = null,
        public readonly ?string $content = null,
        public readonly ?bool $details = null,
        public readonly ?int $max_rate = null,
        public readonly bool $clear_max_rate = false,
    ) {
    }

    /** @return array<string, mixed> what the request bears */
    public function toArray(): array
    {
        $all = [
            'url' => Json::plain($this->url),
            'events' => Json::plain($this->events),
            'enabled' => Json::plain($this->enabled),
            'content' => Json::plain($this->content),
            'details' => Json::plain($this->details),
            'max_rate' => Json::plain($this->max_rate),
        ];
        $all = array_filter($all, static fn ($value) => $value !== null);
        if ($this->clear_max_rate) {
            $all['max_rate'] = null;
        }
        return $all;
    }
}

final class Endpoints
{
    /**
     * @param list<Endpoint> $webhooks
     */
    public function __construct(
        public readonly array $webhooks,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            array_map(static fn ($one) => Endpoint::from($one), $all['webhooks']),
        );
    }
}

final class Event
{
    /**
     * @param string $id
     * @param int $position
     *   Within the account
     * @param string $orderid
     * @param string $external_id
     * @param string $status
     * @param int $sequence
     *   Within the transaction, from 1; 0 for a rehearsal.
     * @param bool $simulated
     * @param bool $test_mode
     * @param \DateTimeImmutable $created
     * @param list<string>|null $faults
     *   What a rehearsal does wrong on purpose.
     * @param int|null $delay
     *   Seconds before the first attempt of a rehearsal.
     */
    public function __construct(
        public readonly string $id,
        public readonly int $position,
        public readonly string $orderid,
        public readonly string $external_id,
        public readonly string $status,
        public readonly int $sequence,
        public readonly bool $simulated,
        public readonly bool $test_mode,
        public readonly \DateTimeImmutable $created,
        public readonly ?array $faults = null,
        public readonly ?int $delay = null,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['id'],
            $all['position'],
            $all['orderid'],
            $all['external_id'],
            $all['status'],
            $all['sequence'],
            $all['simulated'],
            $all['test_mode'],
            new \DateTimeImmutable($all['created']),
            isset($all['faults']) ? $all['faults'] : null,
            isset($all['delay']) ? $all['delay'] : null,
        );
    }
}

final class Events
{
    /**
     * @param list<Event> $events
     */
    public function __construct(
        public readonly array $events,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            array_map(static fn ($one) => Event::from($one), $all['events']),
        );
    }
}

/**
 * `duplicate`: sent again, with the same `webhook-id`, after it was taken. `out_of_order`: bears a
 * `predate-sequence` that the transaction has passed. `bad_signature` and `stale_timestamp`: the first
 * attempt is forged, and must be refused; the second is genuine.
 */
final class Fault
{
    public const DUPLICATE = 'duplicate';
    public const OUT_OF_ORDER = 'out_of_order';
    public const BAD_SIGNATURE = 'bad_signature';
    public const STALE_TIMESTAMP = 'stale_timestamp';
}

final class Feed
{
    /**
     * @param list<FeedEvent> $events
     * @param int $next
     *   The position to go on from.
     */
    public function __construct(
        public readonly array $events,
        public readonly int $next,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            array_map(static fn ($one) => FeedEvent::from($one), $all['events']),
            $all['next'],
        );
    }
}

final class FeedEvent
{
    /**
     * @param string $id
     * @param int $position
     *   Within the account
     * @param string $orderid
     * @param string $external_id
     * @param string $status
     * @param int $sequence
     *   Within the transaction, from 1; 0 for a rehearsal.
     * @param bool $simulated
     * @param bool $test_mode
     * @param \DateTimeImmutable $created
     * @param WebhookEvent|null $body
     * @param list<string>|null $faults
     *   What a rehearsal does wrong on purpose.
     * @param int|null $delay
     *   Seconds before the first attempt of a rehearsal.
     */
    public function __construct(
        public readonly string $id,
        public readonly int $position,
        public readonly string $orderid,
        public readonly string $external_id,
        public readonly string $status,
        public readonly int $sequence,
        public readonly bool $simulated,
        public readonly bool $test_mode,
        public readonly \DateTimeImmutable $created,
        public readonly ?WebhookEvent $body,
        public readonly ?array $faults = null,
        public readonly ?int $delay = null,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['id'],
            $all['position'],
            $all['orderid'],
            $all['external_id'],
            $all['status'],
            $all['sequence'],
            $all['simulated'],
            $all['test_mode'],
            new \DateTimeImmutable($all['created']),
            isset($all['body']) ? WebhookEvent::from($all['body']) : null,
            isset($all['faults']) ? $all['faults'] : null,
            isset($all['delay']) ? $all['delay'] : null,
        );
    }
}

final class Gap
{
    /**
     * @param string $kind
     *   One of document, figure, action.
     * @param string $code
     * @param string $message
     *   In French
     * @param bool $blocking
     *   Whether the statement waits for it.
     * @param int|null $doctype
     * @param string|null $fiscal_year
     *   The exercise it is about, such as 2025 or 2024/2025; absent when it is about none.
     */
    public function __construct(
        public readonly string $kind,
        public readonly string $code,
        public readonly string $message,
        public readonly bool $blocking,
        public readonly ?int $doctype = null,
        public readonly ?string $fiscal_year = null,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['kind'],
            $all['code'],
            $all['message'],
            $all['blocking'],
            isset($all['doctype']) ? $all['doctype'] : null,
            isset($all['fiscal_year']) ? $all['fiscal_year'] : null,
        );
    }
}

final class HandedIn
{
    /**
     * @param int $document
     *   Identifier among `documents`.
     * @param string $filename
     * @param \DateTimeImmutable $given
     * @param string $by
     *   client: you, or the seller on the page `corner_url`. One of client, operator.
     * @param bool|null $accepted
     *   Whether something could be taken from it; null until it was read.
     * @param string $message
     *   In French: why it was not accepted; else empty.
     */
    public function __construct(
        public readonly int $document,
        public readonly string $filename,
        public readonly \DateTimeImmutable $given,
        public readonly string $by,
        public readonly ?bool $accepted,
        public readonly string $message,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['document'],
            $all['filename'],
            new \DateTimeImmutable($all['given']),
            $all['by'],
            isset($all['accepted']) ? $all['accepted'] : null,
            $all['message'],
        );
    }
}

/**
 * How the latest attempts went; told where one endpoint is read or changed.
 */
final class Health
{
    /**
     * @param string $status
     *   One of ok, failing, paused, disabled.
     * @param int $failures
     *   In a row.
     * @param \DateTimeImmutable|null $failing_since
     * @param \DateTimeImmutable|null $last_success
     * @param \DateTimeImmutable|null $last_failure
     * @param string|null $last_error
     * @param \DateTimeImmutable|null $paused_until
     * @param \DateTimeImmutable|null $disabled_at
     */
    public function __construct(
        public readonly string $status,
        public readonly int $failures,
        public readonly ?\DateTimeImmutable $failing_since,
        public readonly ?\DateTimeImmutable $last_success,
        public readonly ?\DateTimeImmutable $last_failure,
        public readonly ?string $last_error,
        public readonly ?\DateTimeImmutable $paused_until,
        public readonly ?\DateTimeImmutable $disabled_at,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['status'],
            $all['failures'],
            isset($all['failing_since']) ? new \DateTimeImmutable($all['failing_since']) : null,
            isset($all['last_success']) ? new \DateTimeImmutable($all['last_success']) : null,
            isset($all['last_failure']) ? new \DateTimeImmutable($all['last_failure']) : null,
            isset($all['last_error']) ? $all['last_error'] : null,
            isset($all['paused_until']) ? new \DateTimeImmutable($all['paused_until']) : null,
            isset($all['disabled_at']) ? new \DateTimeImmutable($all['disabled_at']) : null,
        );
    }
}

final class Invoice
{
    /**
     * @param string $number
     * @param string $kind
     *   One of invoice, credit_note.
     * @param string|null $corrects
     *   The invoice that a credit note cancels.
     * @param string $orderid
     * @param string $external_id
     * @param string $issued
     *   HTTP-date (RFC 9110) of the day.
     * @param string $due
     *   HTTP-date (RFC 9110) of the day.
     * @param string $net
     *   Euros with two decimals, without VAT.
     * @param string $vat
     *   Euros with two decimals.
     * @param string $total
     *   Euros with two decimals.
     * @param string $currency
     *   One of EUR.
     */
    public function __construct(
        public readonly string $number,
        public readonly string $kind,
        public readonly ?string $corrects,
        public readonly string $orderid,
        public readonly string $external_id,
        public readonly string $issued,
        public readonly string $due,
        public readonly string $net,
        public readonly string $vat,
        public readonly string $total,
        public readonly string $currency,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['number'],
            $all['kind'],
            isset($all['corrects']) ? $all['corrects'] : null,
            $all['orderid'],
            $all['external_id'],
            $all['issued'],
            $all['due'],
            $all['net'],
            $all['vat'],
            $all['total'],
            $all['currency'],
        );
    }
}

final class Item
{
    /**
     * @param string $kind
     *   One of document, figure, action.
     * @param string $code
     * @param string $label
     *   In French
     * @param string $state
     *   One of satisfied, missing, unreadable, declared_absent.
     * @param list<string> $why
     *   In French; the sentences that ask for it, none where it is there.
     * @param bool $blocking
     *   Whether the statement waits for it.
     * @param Said|null $said
     * @param int|null $doctype
     * @param string|null $fiscal_year
     *   The exercise it is about, such as 2025 or 2024/2025; absent when it is about none.
     */
    public function __construct(
        public readonly string $kind,
        public readonly string $code,
        public readonly string $label,
        public readonly string $state,
        public readonly array $why,
        public readonly bool $blocking,
        public readonly ?Said $said,
        public readonly ?int $doctype = null,
        public readonly ?string $fiscal_year = null,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['kind'],
            $all['code'],
            $all['label'],
            $all['state'],
            $all['why'],
            $all['blocking'],
            isset($all['said']) ? Said::from($all['said']) : null,
            isset($all['doctype']) ? $all['doctype'] : null,
            isset($all['fiscal_year']) ? $all['fiscal_year'] : null,
        );
    }
}

final class JWKS
{
    /**
     * @param list<JWKSKey> $keys
     */
    public function __construct(
        public readonly array $keys,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            array_map(static fn ($one) => JWKSKey::from($one), $all['keys']),
        );
    }
}

final class JWKSKey
{
    /**
     * @param string $kty
     * @param string $crv
     * @param string $alg
     * @param string $use
     * @param string $kid
     * @param string $x
     */
    public function __construct(
        public readonly string $kty,
        public readonly string $crv,
        public readonly string $alg,
        public readonly string $use,
        public readonly string $kid,
        public readonly string $x,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['kty'],
            $all['crv'],
            $all['alg'],
            $all['use'],
            $all['kid'],
            $all['x'],
        );
    }
}

final class Key
{
    /**
     * @param string $id
     *   Names the key; nothing of it can be found from this.
     * @param string $prefix
     *   How the key begins.
     * @param bool $test_mode
     *   It sees and touches tests only.
     * @param \DateTimeImmutable $created
     * @param \DateTimeImmutable|null $last_used
     *   To the hour; null for never.
     * @param \DateTimeImmutable|null $revoked
     *   Since when it is refused; null while it is good.
     * @param bool $current
     *   It is the key of this request.
     * @param string|null $key
     *   The key itself, in the answer that makes it and never again.
     */
    public function __construct(
        public readonly string $id,
        public readonly string $prefix,
        public readonly bool $test_mode,
        public readonly \DateTimeImmutable $created,
        public readonly ?\DateTimeImmutable $last_used,
        public readonly ?\DateTimeImmutable $revoked,
        public readonly bool $current,
        public readonly ?string $key = null,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['id'],
            $all['prefix'],
            $all['test_mode'],
            new \DateTimeImmutable($all['created']),
            isset($all['last_used']) ? new \DateTimeImmutable($all['last_used']) : null,
            isset($all['revoked']) ? new \DateTimeImmutable($all['revoked']) : null,
            $all['current'],
            isset($all['key']) ? $all['key'] : null,
        );
    }
}

final class Keys
{
    /**
     * @param list<Key> $keys
     */
    public function __construct(
        public readonly array $keys,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            array_map(static fn ($one) => Key::from($one), $all['keys']),
        );
    }
}

final class ListInvoicesAnswer
{
    /**
     * @param list<Invoice> $invoices
     * @param string|null $next
     */
    public function __construct(
        public readonly array $invoices,
        public readonly ?string $next,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            array_map(static fn ($one) => Invoice::from($one), $all['invoices']),
            isset($all['next']) ? $all['next'] : null,
        );
    }
}

final class ListedOrder
{
    /**
     * @param string $account
     * @param \DateTimeImmutable $created
     * @param string $external_id
     * @param string $orderid
     * @param bool $pending
     * @param bool $refreshed
     * @param string $state
     * @param bool $test_mode
     * @param \DateTimeImmutable $updated
     * @param Activity $activity
     */
    public function __construct(
        public readonly string $account,
        public readonly \DateTimeImmutable $created,
        public readonly string $external_id,
        public readonly string $orderid,
        public readonly bool $pending,
        public readonly bool $refreshed,
        public readonly string $state,
        public readonly bool $test_mode,
        public readonly \DateTimeImmutable $updated,
        public readonly Activity $activity,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['account'],
            new \DateTimeImmutable($all['created']),
            $all['external_id'],
            $all['orderid'],
            $all['pending'],
            $all['refreshed'],
            $all['state'],
            $all['test_mode'],
            new \DateTimeImmutable($all['updated']),
            Activity::from($all['activity']),
        );
    }
}

final class NeedRefresh
{
    /**
     * @param string $orderid
     * @param string $method
     *   One of extranet, upload.
     * @param string|null $comment
     * @param bool|null $all_due_paid
     * @param SyndicChange|null $syndic
     */
    public function __construct(
        public readonly string $orderid,
        public readonly string $method,
        public readonly ?string $comment = null,
        public readonly ?bool $all_due_paid = null,
        public readonly ?SyndicChange $syndic = null,
    ) {
    }

    /** @return array<string, mixed> what the request bears */
    public function toArray(): array
    {
        $all = [
            'orderid' => Json::plain($this->orderid),
            'method' => Json::plain($this->method),
            'comment' => Json::plain($this->comment),
            'all_due_paid' => Json::plain($this->all_due_paid),
            'syndic' => Json::plain($this->syndic),
        ];
        $all = array_filter($all, static fn ($value) => $value !== null);
        return $all;
    }
}

final class NeedRotation
{
    /**
     * @param int|null $grace_hours
     *   How long the old key still signs beside the new one.
     * @param string|null $signature
     *   The scheme of the new key; absent keeps the endpoint's. One of v1, v1a.
     */
    public function __construct(
        public readonly ?int $grace_hours = null,
        public readonly ?string $signature = null,
    ) {
    }

    /** @return array<string, mixed> what the request bears */
    public function toArray(): array
    {
        $all = [
            'grace_hours' => Json::plain($this->grace_hours),
            'signature' => Json::plain($this->signature),
        ];
        $all = array_filter($all, static fn ($value) => $value !== null);
        return $all;
    }
}

final class NewAdvance
{
    /**
     * @param string $orderid
     * @param string $action
     *   One of time, operator_approves, operator_refuses, site_back.
     * @param string|null $by
     *   A time like `90m`, `2h` or `3d`, from a minute to 366 days; with `time` alone.
     */
    public function __construct(
        public readonly string $orderid,
        public readonly string $action,
        public readonly ?string $by = null,
    ) {
    }

    /** @return array<string, mixed> what the request bears */
    public function toArray(): array
    {
        $all = [
            'orderid' => Json::plain($this->orderid),
            'action' => Json::plain($this->action),
            'by' => Json::plain($this->by),
        ];
        $all = array_filter($all, static fn ($value) => $value !== null);
        return $all;
    }
}

final class NewAnswer
{
    /**
     * @param string $code
     *   Of the item.
     * @param string $answer
     *   What is no document takes `see_comment` only; a document that cannot be read exists. One of
     *   does_not_exist, not_obtainable, see_comment.
     * @param string $by
     *   Who says so: a name, printed in the statement.
     * @param string|null $fiscal_year
     *   Of the item, where it has one.
     * @param string|null $comment
     *   Required with `see_comment`.
     */
    public function __construct(
        public readonly string $code,
        public readonly string $answer,
        public readonly string $by,
        public readonly ?string $fiscal_year = null,
        public readonly ?string $comment = null,
    ) {
    }

    /** @return array<string, mixed> what the request bears */
    public function toArray(): array
    {
        $all = [
            'code' => Json::plain($this->code),
            'fiscal_year' => Json::plain($this->fiscal_year),
            'answer' => Json::plain($this->answer),
            'comment' => Json::plain($this->comment),
            'by' => Json::plain($this->by),
        ];
        $all = array_filter($all, static fn ($value) => $value !== null);
        return $all;
    }
}

final class NewDocument
{
    /**
     * @param string $filename
     * @param string $content
     *   At most 50 MiB once decoded.
     * @param int|null $doctype
     *   A hint; the content decides.
     * @param string|null $comment
     * @param bool|null $submit
     *   Hand the document in to the syndic through its extranet, with the next collection; `deposits` of the
     *   transaction tells what came of it. Only for an order that names an extranet.
     */
    public function __construct(
        public readonly string $filename,
        public readonly string $content,
        public readonly ?int $doctype = null,
        public readonly ?string $comment = null,
        public readonly ?bool $submit = null,
    ) {
    }

    /** @return array<string, mixed> what the request bears */
    public function toArray(): array
    {
        $all = [
            'filename' => Json::plain($this->filename),
            'content' => Json::plain($this->content),
            'doctype' => Json::plain($this->doctype),
            'comment' => Json::plain($this->comment),
            'submit' => Json::plain($this->submit),
        ];
        $all = array_filter($all, static fn ($value) => $value !== null);
        return $all;
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['filename'],
            $all['content'],
            isset($all['doctype']) ? $all['doctype'] : null,
            isset($all['comment']) ? $all['comment'] : null,
            isset($all['submit']) ? $all['submit'] : null,
        );
    }
}

final class NewDocuments
{
    /**
     * @param list<NewDocument> $documents
     */
    public function __construct(
        public readonly array $documents,
    ) {
    }

    /** @return array<string, mixed> what the request bears */
    public function toArray(): array
    {
        $all = [
            'documents' => Json::plain($this->documents),
        ];
        $all = array_filter($all, static fn ($value) => $value !== null);
        return $all;
    }
}

final class NewEndpoint
{
    /**
     * @param string $url
     *   https only.
     * @param list<string>|null $events
     *   Which to send; none or absent means all five.
     * @param string|null $content
     *   Whether `done` carries the statement in base64, or its address. One of inline, link.
     * @param bool|null $details
     *   Whether `waiting` tells what is missing.
     * @param int|null $max_rate
     *   Deliveries a second, at most.
     * @param bool|null $test_mode
     *   Whether it hears of tests alone; always so of one that a test key makes. It cannot be changed later.
     * @param string|null $signature
     *   v1: HMAC-SHA256 with a shared secret; v1a: Ed25519, whose public key the answer shows. One of v1,
     *   v1a.
     */
    public function __construct(
        public readonly string $url,
        public readonly ?array $events = null,
        public readonly ?string $content = null,
        public readonly ?bool $details = null,
        public readonly ?int $max_rate = null,
        public readonly ?bool $test_mode = null,
        public readonly ?string $signature = null,
    ) {
    }

    /** @return array<string, mixed> what the request bears */
    public function toArray(): array
    {
        $all = [
            'url' => Json::plain($this->url),
            'events' => Json::plain($this->events),
            'content' => Json::plain($this->content),
            'details' => Json::plain($this->details),
            'max_rate' => Json::plain($this->max_rate),
            'test_mode' => Json::plain($this->test_mode),
            'signature' => Json::plain($this->signature),
        ];
        $all = array_filter($all, static fn ($value) => $value !== null);
        return $all;
    }
}

final class NewFlags
{
    /**
     * @param bool|null $send_documents
     *   Webhooks of `done` carry `documents`.
     * @param bool|null $send_registration
     *   They carry `registration_id`.
     * @param bool|null $keep_credentials
     *   Extranet credentials are kept, sealed, for refreshes.
     */
    public function __construct(
        public readonly ?bool $send_documents = null,
        public readonly ?bool $send_registration = null,
        public readonly ?bool $keep_credentials = null,
    ) {
    }

    /** @return array<string, mixed> what the request bears */
    public function toArray(): array
    {
        $all = [
            'send_documents' => Json::plain($this->send_documents),
            'send_registration' => Json::plain($this->send_registration),
            'keep_credentials' => Json::plain($this->keep_credentials),
        ];
        $all = array_filter($all, static fn ($value) => $value !== null);
        return $all;
    }
}

final class NewKey
{
    /**
     * @param bool|null $test_mode
     *   A key that sees and touches tests only.
     */
    public function __construct(
        public readonly ?bool $test_mode = null,
    ) {
    }

    /** @return array<string, mixed> what the request bears */
    public function toArray(): array
    {
        $all = [
            'test_mode' => Json::plain($this->test_mode),
        ];
        $all = array_filter($all, static fn ($value) => $value !== null);
        return $all;
    }
}

final class NewOrder
{
    /**
     * @param string $address
     * @param string $city
     * @param string $zipcode
     * @param list<NewOrderOwner> $owners
     * @param NewOrderInvoice $invoice
     *   Who is invoiced.
     * @param string $method
     *   extranet: the papers are collected from the syndic's site. upload: you send them, now or later. One
     *   of extranet, upload.
     * @param string|null $additional
     * @param NewOrderSyndic|null $syndic
     *   Required whole with method extranet. The password is encrypted on receipt and erased when the work
     *   ends.
     * @param list<NewDocument>|null $documents
     * @param string|null $lots
     * @param string|null $comment
     * @param bool|null $all_due_paid
     * @param string|null $external_id
     *   Your own identifier; echoed.
     * @param bool|null $test_mode
     */
    public function __construct(
        public readonly string $address,
        public readonly string $city,
        public readonly string $zipcode,
        public readonly array $owners,
        public readonly NewOrderInvoice $invoice,
        public readonly string $method,
        public readonly ?string $additional = null,
        public readonly ?NewOrderSyndic $syndic = null,
        public readonly ?array $documents = null,
        public readonly ?string $lots = null,
        public readonly ?string $comment = null,
        public readonly ?bool $all_due_paid = null,
        public readonly ?string $external_id = null,
        public readonly ?bool $test_mode = null,
    ) {
    }

    /** @return array<string, mixed> what the request bears */
    public function toArray(): array
    {
        $all = [
            'address' => Json::plain($this->address),
            'additional' => Json::plain($this->additional),
            'city' => Json::plain($this->city),
            'zipcode' => Json::plain($this->zipcode),
            'owners' => Json::plain($this->owners),
            'invoice' => Json::plain($this->invoice),
            'method' => Json::plain($this->method),
            'syndic' => Json::plain($this->syndic),
            'documents' => Json::plain($this->documents),
            'lots' => Json::plain($this->lots),
            'comment' => Json::plain($this->comment),
            'all_due_paid' => Json::plain($this->all_due_paid),
            'external_id' => Json::plain($this->external_id),
            'test_mode' => Json::plain($this->test_mode),
        ];
        $all = array_filter($all, static fn ($value) => $value !== null);
        return $all;
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['address'],
            $all['city'],
            $all['zipcode'],
            array_map(static fn ($one) => NewOrderOwner::from($one), $all['owners']),
            NewOrderInvoice::from($all['invoice']),
            $all['method'],
            isset($all['additional']) ? $all['additional'] : null,
            isset($all['syndic']) ? NewOrderSyndic::from($all['syndic']) : null,
            isset($all['documents']) ? array_map(static fn ($one) => NewDocument::from($one), $all['documents']) : null,
            isset($all['lots']) ? $all['lots'] : null,
            isset($all['comment']) ? $all['comment'] : null,
            isset($all['all_due_paid']) ? $all['all_due_paid'] : null,
            isset($all['external_id']) ? $all['external_id'] : null,
            isset($all['test_mode']) ? $all['test_mode'] : null,
        );
    }
}

/**
 * Who is invoiced.
 */
final class NewOrderInvoice
{
    /**
     * @param string $address
     * @param string $city
     * @param string $zipcode
     * @param string $lastname
     */
    public function __construct(
        public readonly string $address,
        public readonly string $city,
        public readonly string $zipcode,
        public readonly string $lastname,
    ) {
    }

    /** @return array<string, mixed> what the request bears */
    public function toArray(): array
    {
        $all = [
            'address' => Json::plain($this->address),
            'city' => Json::plain($this->city),
            'zipcode' => Json::plain($this->zipcode),
            'lastname' => Json::plain($this->lastname),
        ];
        $all = array_filter($all, static fn ($value) => $value !== null);
        return $all;
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['address'],
            $all['city'],
            $all['zipcode'],
            $all['lastname'],
        );
    }
}

final class NewOrderOwner
{
    /**
     * @param string $lastname
     * @param string|null $firstname
     *   Empty for a company.
     */
    public function __construct(
        public readonly string $lastname,
        public readonly ?string $firstname = null,
    ) {
    }

    /** @return array<string, mixed> what the request bears */
    public function toArray(): array
    {
        $all = [
            'firstname' => Json::plain($this->firstname),
            'lastname' => Json::plain($this->lastname),
        ];
        $all = array_filter($all, static fn ($value) => $value !== null);
        return $all;
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['lastname'],
            isset($all['firstname']) ? $all['firstname'] : null,
        );
    }
}

/**
 * Required whole with method extranet. The password is encrypted on receipt and erased when the work ends.
 */
final class NewOrderSyndic
{
    /**
     * @param string|null $name
     * @param string|null $username
     * @param string|null $password
     * @param string|null $url
     *   Absolute https address of the extranet.
     */
    public function __construct(
        public readonly ?string $name = null,
        public readonly ?string $username = null,
        public readonly ?string $password = null,
        public readonly ?string $url = null,
    ) {
    }

    /** @return array<string, mixed> what the request bears */
    public function toArray(): array
    {
        $all = [
            'name' => Json::plain($this->name),
            'username' => Json::plain($this->username),
            'password' => Json::plain($this->password),
            'url' => Json::plain($this->url),
        ];
        $all = array_filter($all, static fn ($value) => $value !== null);
        return $all;
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            isset($all['name']) ? $all['name'] : null,
            isset($all['username']) ? $all['username'] : null,
            isset($all['password']) ? $all['password'] : null,
            isset($all['url']) ? $all['url'] : null,
        );
    }
}

final class NewPassword
{
    /**
     * @param string $old_password
     * @param string $new_password
     *   At least 12 characters, at most 1024 bytes.
     */
    public function __construct(
        public readonly string $old_password,
        public readonly string $new_password,
    ) {
    }

    /** @return array<string, mixed> what the request bears */
    public function toArray(): array
    {
        $all = [
            'old_password' => Json::plain($this->old_password),
            'new_password' => Json::plain($this->new_password),
        ];
        $all = array_filter($all, static fn ($value) => $value !== null);
        return $all;
    }
}

final class NewPortalLink
{
    /**
     * @param int|null $minutes
     * @param string|null $frame
     *   An https origin, like `https://app.example.fr`.
     * @param bool|null $test_mode
     *   The endpoints for tests instead of the live ones; a test key gets no other.
     */
    public function __construct(
        public readonly ?int $minutes = null,
        public readonly ?string $frame = null,
        public readonly ?bool $test_mode = null,
    ) {
    }

    /** @return array<string, mixed> what the request bears */
    public function toArray(): array
    {
        $all = [
            'minutes' => Json::plain($this->minutes),
            'frame' => Json::plain($this->frame),
            'test_mode' => Json::plain($this->test_mode),
        ];
        $all = array_filter($all, static fn ($value) => $value !== null);
        return $all;
    }
}

final class Order
{
    /**
     * @param string $account
     *   The e-mail of your account.
     * @param \DateTimeImmutable $created
     * @param string $external_id
     * @param string $orderid
     * @param bool $pending
     *   True until done or cancelled.
     * @param bool $refreshed
     *   True once a refresh was requested.
     * @param string $state
     * @param bool $test_mode
     * @param \DateTimeImmutable $updated
     */
    public function __construct(
        public readonly string $account,
        public readonly \DateTimeImmutable $created,
        public readonly string $external_id,
        public readonly string $orderid,
        public readonly bool $pending,
        public readonly bool $refreshed,
        public readonly string $state,
        public readonly bool $test_mode,
        public readonly \DateTimeImmutable $updated,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['account'],
            new \DateTimeImmutable($all['created']),
            $all['external_id'],
            $all['orderid'],
            $all['pending'],
            $all['refreshed'],
            $all['state'],
            $all['test_mode'],
            new \DateTimeImmutable($all['updated']),
        );
    }
}

final class Orders
{
    /**
     * @param list<ListedOrder> $orders
     * @param string|null $next
     *   The `after` of the next page; null on the last.
     */
    public function __construct(
        public readonly array $orders,
        public readonly ?string $next,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            array_map(static fn ($one) => ListedOrder::from($one), $all['orders']),
            isset($all['next']) ? $all['next'] : null,
        );
    }
}

final class Proof
{
    /**
     * @param string $url
     *   Signed, good for at least 30 days
     * @param string $sha256
     *   Of the file, as the statement prints it
     */
    public function __construct(
        public readonly string $url,
        public readonly string $sha256,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['url'],
            $all['sha256'],
        );
    }
}

final class Recovered
{
    /**
     * @param int $recovered
     */
    public function __construct(
        public readonly int $recovered,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['recovered'],
        );
    }
}

final class Recovery
{
    /**
     * @param string $since
     *   An HTTP-date or an RFC 3339 date and time.
     * @param string|null $until
     *   The end, itself left out; absent means now.
     */
    public function __construct(
        public readonly string $since,
        public readonly ?string $until = null,
    ) {
    }

    /** @return array<string, mixed> what the request bears */
    public function toArray(): array
    {
        $all = [
            'since' => Json::plain($this->since),
            'until' => Json::plain($this->until),
        ];
        $all = array_filter($all, static fn ($value) => $value !== null);
        return $all;
    }
}

final class Refresh
{
    /**
     * @param string $method
     *   One of extranet, upload.
     * @param string|null $comment
     * @param bool|null $all_due_paid
     * @param SyndicChange|null $syndic
     */
    public function __construct(
        public readonly string $method,
        public readonly ?string $comment = null,
        public readonly ?bool $all_due_paid = null,
        public readonly ?SyndicChange $syndic = null,
    ) {
    }

    /** @return array<string, mixed> what the request bears */
    public function toArray(): array
    {
        $all = [
            'method' => Json::plain($this->method),
            'comment' => Json::plain($this->comment),
            'all_due_paid' => Json::plain($this->all_due_paid),
            'syndic' => Json::plain($this->syndic),
        ];
        $all = array_filter($all, static fn ($value) => $value !== null);
        return $all;
    }
}

final class Rotated
{
    /**
     * @param string $id
     * @param \DateTimeImmutable $previous_secret_until
     * @param string|null $secret
     *   Absent under v1a.
     * @param string|null $public_key
     *   Absent under v1.
     */
    public function __construct(
        public readonly string $id,
        public readonly \DateTimeImmutable $previous_secret_until,
        public readonly ?string $secret = null,
        public readonly ?string $public_key = null,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['id'],
            new \DateTimeImmutable($all['previous_secret_until']),
            isset($all['secret']) ? $all['secret'] : null,
            isset($all['public_key']) ? $all['public_key'] : null,
        );
    }
}

final class Said
{
    /**
     * @param string $answer
     *   One of does_not_exist, not_obtainable.
     * @param string $by
     * @param string $on
     * @param string $comment
     */
    public function __construct(
        public readonly string $answer,
        public readonly string $by,
        public readonly string $on,
        public readonly string $comment,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['answer'],
            $all['by'],
            $all['on'],
            $all['comment'],
        );
    }
}

/**
 * What every attempt sends; where one delivery is read.
 */
final class SentRequest
{
    /**
     * @param string $url
     *   Of the endpoint, as it is now.
     * @param string|null $body
     *   The bytes as they are signed, up to 64 KiB; null when what they carried is no longer kept.
     * @param int $bytes
     *   The length of the whole body; 0 when it is no longer kept.
     * @param bool $truncated
     *   Whether `body` is only its beginning.
     * @param string|null $sha256
     *   Of the whole body; absent when it is no longer kept.
     */
    public function __construct(
        public readonly string $url,
        public readonly ?string $body,
        public readonly int $bytes,
        public readonly bool $truncated,
        public readonly ?string $sha256 = null,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['url'],
            isset($all['body']) ? $all['body'] : null,
            $all['bytes'],
            $all['truncated'],
            isset($all['sha256']) ? $all['sha256'] : null,
        );
    }
}

final class Simulated
{
    /**
     * @param string $orderid
     * @param string $event
     * @param list<SimulatedDelivery> $deliveries
     *   Empty when `feed_only` was asked.
     */
    public function __construct(
        public readonly string $orderid,
        public readonly string $event,
        public readonly array $deliveries,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['orderid'],
            $all['event'],
            array_map(static fn ($one) => SimulatedDelivery::from($one), $all['deliveries']),
        );
    }
}

final class SimulatedDelivery
{
    /**
     * @param string $id
     * @param string $endpoint
     */
    public function __construct(
        public readonly string $id,
        public readonly string $endpoint,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['id'],
            $all['endpoint'],
        );
    }
}

final class Simulation
{
    /**
     * @param string $orderid
     * @param string $event
     * @param list<string>|null $faults
     *   What the delivery does wrong, to try the receiver.
     * @param int|null $delay
     *   Seconds before the first attempt.
     * @param bool|null $feed_only
     *   Send nothing to the endpoints: the event is for who reads the feed.
     */
    public function __construct(
        public readonly string $orderid,
        public readonly string $event,
        public readonly ?array $faults = null,
        public readonly ?int $delay = null,
        public readonly ?bool $feed_only = null,
    ) {
    }

    /** @return array<string, mixed> what the request bears */
    public function toArray(): array
    {
        $all = [
            'orderid' => Json::plain($this->orderid),
            'event' => Json::plain($this->event),
            'faults' => Json::plain($this->faults),
            'delay' => Json::plain($this->delay),
            'feed_only' => Json::plain($this->feed_only),
        ];
        $all = array_filter($all, static fn ($value) => $value !== null);
        return $all;
    }
}

/**
 * confirmed: taken; received: every required document is in; waiting: something is missing, see `missing`;
 * done: the pré-état daté is ready; need-refresh: a refresh was requested.
 */
final class State
{
    public const CONFIRMED = 'confirmed';
    public const RECEIVED = 'received';
    public const WAITING = 'waiting';
    public const DONE = 'done';
    public const NEED_REFRESH = 'need-refresh';
}

final class Statement
{
    /**
     * @param string $url
     * @param \DateTimeImmutable $issued
     * @param string $sha256
     * @param list<Gap> $reserves
     *   What the statement names as still owed to the buyer, or as lacking.
     * @param Proof|null $proof
     *   The second file: sources with their words, checks, papers and hashes; null for a statement that holds
     *   them itself.
     */
    public function __construct(
        public readonly string $url,
        public readonly \DateTimeImmutable $issued,
        public readonly string $sha256,
        public readonly array $reserves,
        public readonly ?Proof $proof,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['url'],
            new \DateTimeImmutable($all['issued']),
            $all['sha256'],
            array_map(static fn ($one) => Gap::from($one), $all['reserves']),
            isset($all['proof']) ? Proof::from($all['proof']) : null,
        );
    }
}

final class Stats
{
    /**
     * @param \DateTimeImmutable $since
     * @param StatsDeliveries $deliveries
     * @param StatsAttempts $attempts
     * @param StatsDurationMs $duration_ms
     */
    public function __construct(
        public readonly \DateTimeImmutable $since,
        public readonly StatsDeliveries $deliveries,
        public readonly StatsAttempts $attempts,
        public readonly StatsDurationMs $duration_ms,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            new \DateTimeImmutable($all['since']),
            StatsDeliveries::from($all['deliveries']),
            StatsAttempts::from($all['attempts']),
            StatsDurationMs::from($all['duration_ms']),
        );
    }
}

final class StatsAttempts
{
    /**
     * @param int $succeeded
     * @param int $failed
     */
    public function __construct(
        public readonly int $succeeded,
        public readonly int $failed,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['succeeded'],
            $all['failed'],
        );
    }
}

final class StatsDeliveries
{
    /**
     * @param int $pending
     * @param int $delivered
     * @param int $given_up
     */
    public function __construct(
        public readonly int $pending,
        public readonly int $delivered,
        public readonly int $given_up,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['pending'],
            $all['delivered'],
            $all['given_up'],
        );
    }
}

final class StatsDurationMs
{
    /**
     * @param int $p50
     * @param int $p99
     */
    public function __construct(
        public readonly int $p50,
        public readonly int $p99,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['p50'],
            $all['p99'],
        );
    }
}

/**
 * Optional while the credentials are still kept.
 */
final class SyndicChange
{
    /**
     * @param string|null $name
     * @param string|null $username
     * @param string|null $password
     */
    public function __construct(
        public readonly ?string $name = null,
        public readonly ?string $username = null,
        public readonly ?string $password = null,
    ) {
    }

    /** @return array<string, mixed> what the request bears */
    public function toArray(): array
    {
        $all = [
            'name' => Json::plain($this->name),
            'username' => Json::plain($this->username),
            'password' => Json::plain($this->password),
        ];
        $all = array_filter($all, static fn ($value) => $value !== null);
        return $all;
    }
}

final class Token
{
    /**
     * @param string $access_token
     *   JWT, EdDSA; verify it with `/.well-known/jwks.json`.
     */
    public function __construct(
        public readonly string $access_token,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['access_token'],
        );
    }
}

final class Verification
{
    /**
     * @param string $code
     *   The code as it is printed.
     * @param string $issued
     *   The day on which the statement was issued.
     * @param bool $current
     *   Whether no newer statement replaced it.
     * @param string|null $replaced
     *   The day on which a newer one was issued.
     */
    public function __construct(
        public readonly string $code,
        public readonly string $issued,
        public readonly bool $current,
        public readonly ?string $replaced,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['code'],
            $all['issued'],
            $all['current'],
            isset($all['replaced']) ? $all['replaced'] : null,
        );
    }
}

final class View
{
    /**
     * @param string $account
     * @param \DateTimeImmutable $created
     * @param string $external_id
     * @param string $orderid
     * @param bool $pending
     * @param bool $refreshed
     * @param string $state
     * @param bool $test_mode
     * @param \DateTimeImmutable $updated
     * @param string $address
     *   This and what follows, up to all_due_paid, is what was ordered; empty once the transaction was
     *   erased.
     * @param string $additional
     * @param string $city
     * @param string $zipcode
     * @param list<ViewOwner> $owners
     * @param ViewInvoice $invoice
     * @param string $method
     *   Of the last request. One of extranet, upload.
     * @param ViewSyndic|null $syndic
     *   Without the username and the password, which are never shown; null where none was named.
     * @param string $lots
     * @param string $comment
     *   Of the last request that had one.
     * @param bool $all_due_paid
     *   Of the last request.
     * @param \DateTimeImmutable|null $credentials_kept_until
     *   When the credentials of the extranet are erased at the latest; null where none are kept.
     * @param Activity $activity
     * @param list<Gap> $missing
     *   What is asked of you: while waiting, first what the order waits for (`blocking: true`); in every
     *   state, the papers that the seller still owes the buyer and that hold nothing back (`blocking:
     *   false`).
     * @param list<Document> $documents
     * @param list<HandedIn> $handed_in
     *   The files that were handed in by the API, the seller's page or an operator, with what became of each.
     * @param Statement|null $statement
     * @param \DateTimeImmutable|null $cancelled
     * @param string|null $corner_url
     *   A page for the seller, behind a signed address; null once the transaction takes nothing. An operator
     *   may close it and make another.
     * @param list<Deposit>|null $deposits
     *   What came of the documents that were to be handed in at the extranet (`submit`); absent when there
     *   were none.
     */
    public function __construct(
        public readonly string $account,
        public readonly \DateTimeImmutable $created,
        public readonly string $external_id,
        public readonly string $orderid,
        public readonly bool $pending,
        public readonly bool $refreshed,
        public readonly string $state,
        public readonly bool $test_mode,
        public readonly \DateTimeImmutable $updated,
        public readonly string $address,
        public readonly string $additional,
        public readonly string $city,
        public readonly string $zipcode,
        public readonly array $owners,
        public readonly ViewInvoice $invoice,
        public readonly string $method,
        public readonly ?ViewSyndic $syndic,
        public readonly string $lots,
        public readonly string $comment,
        public readonly bool $all_due_paid,
        public readonly ?\DateTimeImmutable $credentials_kept_until,
        public readonly Activity $activity,
        public readonly array $missing,
        public readonly array $documents,
        public readonly array $handed_in,
        public readonly ?Statement $statement,
        public readonly ?\DateTimeImmutable $cancelled,
        public readonly ?string $corner_url,
        public readonly ?array $deposits = null,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['account'],
            new \DateTimeImmutable($all['created']),
            $all['external_id'],
            $all['orderid'],
            $all['pending'],
            $all['refreshed'],
            $all['state'],
            $all['test_mode'],
            new \DateTimeImmutable($all['updated']),
            $all['address'],
            $all['additional'],
            $all['city'],
            $all['zipcode'],
            array_map(static fn ($one) => ViewOwner::from($one), $all['owners']),
            ViewInvoice::from($all['invoice']),
            $all['method'],
            isset($all['syndic']) ? ViewSyndic::from($all['syndic']) : null,
            $all['lots'],
            $all['comment'],
            $all['all_due_paid'],
            isset($all['credentials_kept_until']) ? new \DateTimeImmutable($all['credentials_kept_until']) : null,
            Activity::from($all['activity']),
            array_map(static fn ($one) => Gap::from($one), $all['missing']),
            array_map(static fn ($one) => Document::from($one), $all['documents']),
            array_map(static fn ($one) => HandedIn::from($one), $all['handed_in']),
            isset($all['statement']) ? Statement::from($all['statement']) : null,
            isset($all['cancelled']) ? new \DateTimeImmutable($all['cancelled']) : null,
            isset($all['corner_url']) ? $all['corner_url'] : null,
            isset($all['deposits']) ? array_map(static fn ($one) => Deposit::from($one), $all['deposits']) : null,
        );
    }
}

final class ViewInvoice
{
    /**
     * @param string $address
     * @param string $city
     * @param string $zipcode
     * @param string $lastname
     */
    public function __construct(
        public readonly string $address,
        public readonly string $city,
        public readonly string $zipcode,
        public readonly string $lastname,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['address'],
            $all['city'],
            $all['zipcode'],
            $all['lastname'],
        );
    }
}

final class ViewOwner
{
    /**
     * @param string $firstname
     * @param string $lastname
     */
    public function __construct(
        public readonly string $firstname,
        public readonly string $lastname,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['firstname'],
            $all['lastname'],
        );
    }
}

final class ViewSyndic
{
    /**
     * @param string $name
     * @param string $url
     */
    public function __construct(
        public readonly string $name,
        public readonly string $url,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['name'],
            $all['url'],
        );
    }
}

final class WebhookEvent
{
    /**
     * @param string $status
     * @param string $orderid
     * @param string $external_id
     * @param string|null $content
     *   Only when status is done, unless the endpoint chose `content: link`.
     * @param string|null $content_url
     *   The statement's address, good for 30 days, in the place of content when the endpoint chose `content:
     *   link`, or when the body would be longer than 20 MiB.
     * @param string|null $content_sha256
     *   With content_url: what the statement's bytes must be.
     * @param list<AwaitedGap>|null $missing
     *   Only when status is waiting and the endpoint chose `details`: what the order waits for.
     * @param string|null $registration_id
     *   Only when your contract allows it.
     * @param list<Document>|null $documents
     *   Only when status is done.
     */
    public function __construct(
        public readonly string $status,
        public readonly string $orderid,
        public readonly string $external_id,
        public readonly ?string $content = null,
        public readonly ?string $content_url = null,
        public readonly ?string $content_sha256 = null,
        public readonly ?array $missing = null,
        public readonly ?string $registration_id = null,
        public readonly ?array $documents = null,
    ) {
    }

    /** @param array<string, mixed> $all */
    public static function from(array $all): self
    {
        return new self(
            $all['status'],
            $all['orderid'],
            $all['external_id'],
            isset($all['content']) ? $all['content'] : null,
            isset($all['content_url']) ? $all['content_url'] : null,
            isset($all['content_sha256']) ? $all['content_sha256'] : null,
            isset($all['missing']) ? array_map(static fn ($one) => AwaitedGap::from($one), $all['missing']) : null,
            isset($all['registration_id']) ? $all['registration_id'] : null,
            isset($all['documents']) ? array_map(static fn ($one) => Document::from($one), $all['documents']) : null,
        );
    }
}
