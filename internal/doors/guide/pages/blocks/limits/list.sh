curl -s "$URL/order/?limit=1&state=done" "${AUTH[@]}" | jq '.payload.orders | length'
