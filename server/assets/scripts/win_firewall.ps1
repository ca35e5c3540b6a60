# Shows whether the Windows firewall is on for each kind of network.
# Exit code: 0 on for all, 1 off for one, 2 could not find out.
$profiles = $null
try {
    $profiles = @(Get-NetFirewallProfile -ErrorAction Stop)
} catch {
    [Console]::Error.WriteLine("the firewall cannot be asked: $($_.Exception.Message)")
    exit 2
}
$profiles | Format-Table -AutoSize -Property Name, Enabled, DefaultInboundAction, DefaultOutboundAction, LogBlocked | Out-String
$off = @($profiles | Where-Object { "$($_.Enabled)" -ne 'True' })
if ($off.Count -eq 0) { exit 0 }
"off for: $(($off | ForEach-Object { $_.Name }) -join ', ')"
exit 1
