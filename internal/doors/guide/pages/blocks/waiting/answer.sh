curl -s $URL/order/$WAITS/answers "${AUTH[@]}" -H 'Idempotency-Key: answer-1' --json '[
  {"code": "ppt", "answer": "does_not_exist", "by": "Mme Vassorelle"}
]' | jq '.message, .success'
