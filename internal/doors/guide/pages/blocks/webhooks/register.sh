curl -s $URL/account/webhooks "${AUTH[@]}" \
  --json '{"url":"https://etude.example.fr/predate","details":true}' | tee endpoint.json |
  jq '.payload | {id, url, events, content, details, signature, test_mode, secret}'
