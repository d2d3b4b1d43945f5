curl -s "$URL/order/events?after=0&limit=3&content=link" "${AUTH[@]}" |
  jq '.payload | {next, events: [.events[] | {position, orderid, sequence, status}]}'
