curl -s $URL/order/$REFUSED/refresh "${AUTH[@]}" \
  --json '{"method":"extranet","syndic":{"username":"test-done","password":"x"}}' |
  jq '.message, .payload.state'
