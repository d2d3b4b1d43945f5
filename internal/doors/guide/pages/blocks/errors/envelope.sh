curl -s -D headers.txt $URL/order/ "${AUTH[@]}" --json '{"address":"18 rue des Maraîchers-Fleuris"}' | jq
grep -iE '^(HTTP|predate-error|request-id)' headers.txt
