curl -s -o answer.json -D - $URL/order/needrefresh "${AUTH[@]}" \
  --json "{\"orderid\":\"$ORDER\",\"method\":\"extranet\",\"syndic\":{\"username\":\"test-done\",\"password\":\"x\"}}" |
  grep -iE '^(HTTP|deprecation|sunset|link)'
