curl -s $URL/order/$WAITS/documents "${AUTH[@]}" -F 'file=@statement.pdf;filename=Annexe 1.pdf' |
  jq '.message, .success'
