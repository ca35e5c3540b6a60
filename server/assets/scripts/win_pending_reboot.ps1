# Tells whether Windows waits for a restart, and why.
# Exit code: 0 no, 1 yes.
$reasons = @()
if (Test-Path -LiteralPath 'HKLM:\SOFTWARE\Microsoft\Windows\CurrentVersion\Component Based Servicing\RebootPending') {
    $reasons += 'installation of Windows components'
}
if (Test-Path -LiteralPath 'HKLM:\SOFTWARE\Microsoft\Windows\CurrentVersion\WindowsUpdate\Auto Update\RebootRequired') {
    $reasons += 'Windows Update'
}
$session = Get-ItemProperty -LiteralPath 'HKLM:\SYSTEM\CurrentControlSet\Control\Session Manager' -ErrorAction SilentlyContinue
if ($session.PendingFileRenameOperations) {
    $reasons += 'files that wait to be replaced'
}
$names = 'HKLM:\SYSTEM\CurrentControlSet\Control\ComputerName'
$active = (Get-ItemProperty -LiteralPath "$names\ActiveComputerName" -ErrorAction SilentlyContinue).ComputerName
$next = (Get-ItemProperty -LiteralPath "$names\ComputerName" -ErrorAction SilentlyContinue).ComputerName
if ($active -ne $next) {
    $reasons += "a new name: $next"
}

$started = (Get-CimInstance -ClassName Win32_OperatingSystem).LastBootUpTime
"running since $($started.ToString('s'))"
if ($reasons.Count -eq 0) {
    'no restart is needed'
    exit 0
}
'a restart is needed for:'
$reasons | ForEach-Object { "  $_" }
exit 1
