curl -s $URL/.well-known/jwks.json | jq '.keys[0] | {kty, crv, alg, use}'
