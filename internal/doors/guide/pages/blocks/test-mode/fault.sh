curl -s $URL/order/test/webhook-events "${AUTH[@]}" \
  --json "{\"orderid\":\"$ORDER\",\"event\":\"received\",\"faults\":[\"bad_signature\",\"duplicate\"]}" |
  jq .message
