curl -s $URL/openapi.yaml | sed -n 1,4p
