curl -s -X POST $URL/order/$WAITS/cancel "${AUTH[@]}" | jq '.message, .payload.pending'
