"""Runs scim2-tester against a SCIM server and prints one JSON object: counts by status, and each check that did not succeed."""

import json
import sys

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server

url, token = sys.argv[1:3]
client = SyncSCIMClient(Client(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=60))
counts = {}
others = []
for result in check_server(client):
    status = result.status.name
    counts[status] = counts.get(status, 0) + 1
    if status != "SUCCESS":
        others.append([status, result.resource_type, result.title, str(result.reason)[:2000]])
print(json.dumps({"counts": counts, "others": others}))
