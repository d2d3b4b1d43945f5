curl -s $URL/verify/0000-0000-0000-0000 | jq
