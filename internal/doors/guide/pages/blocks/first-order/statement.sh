curl -s $URL/order/$ORDER/statement "${AUTH[@]}" -o statement.pdf
head -c 8 statement.pdf
