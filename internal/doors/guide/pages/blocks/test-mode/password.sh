sed s/test-done/test-bad-password/ order.json > refused.json
REFUSED=$(curl -s $URL/order/ "${AUTH[@]}" --json @refused.json | jq -r .payload.orderid)
until curl -s $URL/order/$REFUSED "${AUTH[@]}" | jq -e '.payload.state == "waiting"' > /dev/null; do
  sleep 1
done
curl -s $URL/order/$REFUSED "${AUTH[@]}" | jq .payload.missing
