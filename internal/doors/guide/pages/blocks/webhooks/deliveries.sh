ENDPOINT=$(jq -r .payload.id endpoint.json)
curl -s $URL/account/webhooks/$ENDPOINT "${AUTH[@]}" | jq '.payload | {id, enabled, events}'
