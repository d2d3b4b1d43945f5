cat > delivery.txt <<'DELIVERY'
webhook-id: dlv_7
webhook-timestamp: 1780000000
webhook-signature: v1,udTcxytxVZrLMGnI8KykQSgzKLw2VRoB1i7rtxcwEvI=

{"status": "waiting", "orderid": "K7QF3M", "external_id": "dossier-7"}
DELIVERY
predate verify --secret whsec_cHJlZGF0ZS1ndWlkZS1leGFtcGxlLXNlY3JldA== --received 2026-05-28T20:26:41Z delivery.txt || true
