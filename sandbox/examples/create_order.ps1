# Creates a work order with PowerShell 7. The sandbox must be running.
$site = ($env:SITE ?? 'http://127.0.0.1:4010') + '/api/v2/database/DEMO'
$signIn = 'Basic ' + [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes('demo:demo'))
$body = @{ jm_work_order = @(@{
	wo_no_seq = '+1'; wo_desc = 'Night shoot'; wo_begin_dt = '2026-06-01T20:00:00Z'; wo_end_dt = '2026-06-02T02:00:00Z'
	wo_type_no = 17; phase_code = 'Bid'; rate_card_no = 1; cust_id = 19
}) } | ConvertTo-Json -Depth 5
$created = Invoke-RestMethod -Method Post -Uri "$site/JmWorkOrder" -Headers @{ Authorization = $signIn } `
	-ContentType 'application/json' -Body $body
$created.jm_work_order.records[0].wo_no_seq
