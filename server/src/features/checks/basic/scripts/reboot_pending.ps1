# Fails (code 3) when the system waits for a reboot and has not been started for some days.
# Argument: the days, 7 by default.
$days = 7
if ($args.Count -gt 0) { $days = [int]$args[0] }
$keys = @(
    'HKLM:\SOFTWARE\Microsoft\Windows\CurrentVersion\Component Based Servicing\RebootPending',
    'HKLM:\SOFTWARE\Microsoft\Windows\CurrentVersion\WindowsUpdate\Auto Update\RebootRequired'
)
if (-not ($keys | Where-Object { Test-Path $_ })) {
    Write-Output 'No reboot is pending.'
    exit 0
}
$started = (Get-CimInstance Win32_OperatingSystem).LastBootUpTime
if ($started -lt (Get-Date).AddDays(-$days)) {
    Write-Output "A reboot is pending, and the system was last started on $started."
    exit 3
}
Write-Output 'A reboot is pending.'
exit 0
