curl -s $URL/order/$WAITS/checklist "${AUTH[@]}" |
  jq '.payload | {settled, reading, corner_url, first: .items[0]}'
