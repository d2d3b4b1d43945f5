curl -s $URL/readyz | jq
