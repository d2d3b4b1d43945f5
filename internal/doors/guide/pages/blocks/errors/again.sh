curl -s $URL/order/ "${AUTH[@]}" -H 'Idempotency-Key: dossier-2' --json @order.json | jq -r .payload.orderid > first
curl -s $URL/order/ "${AUTH[@]}" -H 'Idempotency-Key: dossier-2' --json @order.json -D headers.txt |
  jq -r .payload.orderid > second
cmp first second && grep -i '^idempotent-replayed' headers.txt
