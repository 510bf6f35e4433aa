#!/bin/sh
# Creates a work order with curl. The sandbox must be running.
SITE="${SITE:-http://127.0.0.1:4010}/api/v2/database/DEMO"
curl --silent --show-error --fail-with-body -u demo:demo "$SITE/JmWorkOrder" \
  -H 'Content-Type: application/json' \
  -d '{"jm_work_order": [{"wo_no_seq": "+1", "wo_desc": "Night shoot", "wo_begin_dt": "2026-06-01T20:00:00Z", "wo_end_dt": "2026-06-02T02:00:00Z", "wo_type_no": 17, "phase_code": "Bid", "rate_card_no": 1, "cust_id": 19}]}'
