curl -s $URL/account/webhooks/$ENDPOINT/rotate-secret "${AUTH[@]}" --json '{"grace_hours":24}' |
  jq '.message, .payload.secret'
