TOKEN=$(curl -s $URL/account/auth -H "X-Auth-Key: $KEY" \
  --json "{\"email\":\"$EMAIL\",\"password\":\"$PASSWORD\"}" | jq -r .payload.access_token)
AUTH=(-H "X-Auth-Key: $KEY" -H "Authorization: Bearer $TOKEN")
