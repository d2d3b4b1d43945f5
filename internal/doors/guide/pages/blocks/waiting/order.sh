sed s/test-done/test-waiting-document/ order.json > waiting.json
WAITS=$(curl -s $URL/order/ "${AUTH[@]}" --json @waiting.json | jq -r .payload.orderid)
until curl -s $URL/order/$WAITS "${AUTH[@]}" | jq -e '.payload.state == "waiting"' > /dev/null; do
  sleep 1
done
curl -s $URL/order/$WAITS "${AUTH[@]}" | jq .payload.missing
