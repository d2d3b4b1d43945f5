curl -s $URL/order/ZZZZZZ "${AUTH[@]}" -H 'Accept: application/problem+json' | jq '{title, status, detail, code}'
