# Lists services that should start by themselves and do not run.
# Services that start on demand or late, and those that ended well, are left out.
# Exit code: 0 none, 1 some.
$ErrorActionPreference = 'Stop'

$stopped = @(Get-CimInstance -ClassName Win32_Service -Filter "StartMode = 'Auto' and State <> 'Running'" |
    Where-Object { $_.ExitCode -ne 0 -and -not $_.DelayedAutoStart } |
    Where-Object { -not (Test-Path -LiteralPath "HKLM:\SYSTEM\CurrentControlSet\Services\$($_.Name)\TriggerInfo") } |
    Sort-Object -Property DisplayName)
if ($stopped.Count -eq 0) {
    'every service that should run does'
    exit 0
}
$stopped | Format-Table -AutoSize -Property Name, DisplayName, State, ExitCode | Out-String -Width 200
exit 1
