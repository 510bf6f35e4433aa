"""Creates a work order and reads it back. Python's standard library only; the sandbox must be running."""
import base64
import json
import os
import time
import urllib.error
import urllib.request

SITE = os.environ.get("SITE", "http://127.0.0.1:4010") + "/api/v2/database/DEMO"
SIGN_IN = "Basic " + base64.b64encode(b"demo:demo").decode()


def call(method, path, body=None):
    request = urllib.request.Request(SITE + path, method=method, headers={"Authorization": SIGN_IN})
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        # A 503 with Retry-After means that the site did not process the request, so a create can be sent again.
        if error.code == 503 and "Retry-After" in error.headers:
            print("503: retrying in", error.headers["Retry-After"], "s")
            time.sleep(int(error.headers["Retry-After"]))
            return call(method, path, body)
        raise SystemExit(f"{error.code}: {json.load(error)['error']}")


order = {
    "wo_no_seq": "+1",
    "wo_desc": "Night shoot",
    "wo_begin_dt": "2026-06-01T20:00:00Z",
    "wo_end_dt": "2026-06-02T02:00:00Z",
    "wo_type_no": 17,
    "phase_code": "Bid",
    "rate_card_no": 1,
    "cust_id": 19,
}
created = call("POST", "/JmWorkOrder", {"jm_work_order": [order]})
key = created["jm_work_order"]["records"][0]["wo_no_seq"]
found = call("GET", f"/JmWorkOrder/wo_no_seq={key}")["jm_work_order"][0]
print(key, found["wo_desc"])
