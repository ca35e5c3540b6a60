# Shows how full each local drive is.
# Argument: percent that must be free (10).
# Exit code: 0 all have it, 1 one has not.
param([ValidateRange(0, 100)][int]$FreePercent = 10)
$ErrorActionPreference = 'Stop'

$low = 0
foreach ($disk in Get-CimInstance -ClassName Win32_LogicalDisk -Filter 'DriveType = 3') {
    if (-not $disk.Size) { continue }
    $free = [math]::Round(100 * $disk.FreeSpace / $disk.Size, 1)
    $mark = ''
    if ($free -lt $FreePercent) { $mark = '  LOW'; $low++ }
    '{0}  {1,10:N1} GB  free {2,10:N1} GB  {3,5}%{4}' -f $disk.DeviceID, ($disk.Size / 1GB), ($disk.FreeSpace / 1GB), $free, $mark
}
if ($low -gt 0) { exit 1 }
exit 0
