ORDER=$(jq -r .payload.orderid placed.json)
until curl -s $URL/order/$ORDER "${AUTH[@]}" | jq -e '.payload.state == "done"' > /dev/null; do
  sleep 1
done
curl -s $URL/order/$ORDER "${AUTH[@]}" | jq '.payload | {orderid, state, pending, statement, missing}'
