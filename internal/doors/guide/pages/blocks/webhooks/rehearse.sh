curl -s $URL/order/test/webhook-events "${AUTH[@]}" \
  --json "{\"orderid\":\"$ORDER\",\"event\":\"done\"}" | jq
