curl -s $URL/order/$ORDER/report "${AUTH[@]}" | jq .figures.condominium_arrears
