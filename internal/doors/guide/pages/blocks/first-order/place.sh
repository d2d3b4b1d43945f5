cat > order.json <<'JSON'
{
  "address": "18 rue des Maraîchers-Fleuris", "city": "Lyon", "zipcode": "69003",
  "owners": [{"firstname": "Hélène", "lastname": "Vassorelle"}],
  "lots": "14, 38",
  "invoice": {"address": "1 place de l’Étude", "city": "Lyon", "zipcode": "69003",
              "lastname": "Étude des Quatre-Vents"},
  "method": "extranet",
  "syndic": {"name": "Cabinet Orvellac-Brimont", "url": "https://extranet.example/",
             "username": "test-done", "password": "x"},
  "external_id": "dossier-1",
  "test_mode": true
}
JSON
curl -s $URL/order/ "${AUTH[@]}" --json @order.json | tee placed.json | jq
