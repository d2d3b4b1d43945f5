<?php

declare(strict_types=1);

namespace Predate;

/** @internal */
final class Json
{
    /** What a request bears, as arrays and plain values. */
    public static function plain(mixed $value): mixed
    {
        if (is_array($value)) {
            return array_map(self::plain(...), $value);
        }
        return is_object($value) && method_exists($value, 'toArray') ? $value->toArray() : $value;
    }
}
