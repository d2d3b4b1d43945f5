sed 's/"test_mode": true/"test_mode": false/' order.json |
  curl -s $URL/order/ "${AUTH[@]}" --json @- | jq
