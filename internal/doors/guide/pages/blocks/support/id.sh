curl -s -o answer.json -D - $URL/order/ZZZZZZ "${AUTH[@]}" | grep -i '^request-id'
