curl -s -o answer.json -D - $URL/order/ "${AUTH[@]}" | grep -i '^ratelimit'
