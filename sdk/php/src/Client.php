<?php

declare(strict_types=1);

namespace Predate;

/** Speaks to the API for one account; the first call authenticates. */
final class Client extends Operations
{
    /**
     * The PDF of a done event: what it carries, or what its address gives, once that is proven to be the statement.
     */
    public function statementOf(WebhookEvent $event): string
    {
        if ($event->content !== null) {
            return (string) base64_decode($event->content, true);
        }
        if ($event->content_url === null) {
            throw new \UnexpectedValueException("the event {$event->status} of {$event->orderid} carries no statement");
        }
        $content = $this->download($event->content_url);
        if (!hash_equals((string) $event->content_sha256, hash('sha256', $content))) {
            throw new \UnexpectedValueException("the statement of {$event->orderid} is not what the event says");
        }
        return $content;
    }

    /** A document to give, from its bytes. */
    public static function document(string $filename, string $bytes, ?int $doctype = null, ?string $comment = null, ?bool $submit = null): NewDocument
    {
        return new NewDocument($filename, base64_encode($bytes), $doctype, $comment, $submit);
    }
}
