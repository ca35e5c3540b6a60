# Lists installed updates of Windows, newest first.
# Argument: days within which one must have been installed (60; 0: any time).
# Exit code: 0 one was, 1 none was.
param([ValidateRange(0, 3650)][int]$Days = 60)

$updates = @(Get-HotFix | Where-Object { $_.InstalledOn } | Sort-Object -Property InstalledOn -Descending)
$updates | Select-Object -First 30 | Format-Table -AutoSize -Property HotFixID, Description, InstalledOn, InstalledBy | Out-String -Width 200
if ($Days -eq 0) { exit 0 }
if ($updates.Count -gt 0 -and $updates[0].InstalledOn -ge (Get-Date).AddDays(-$Days)) { exit 0 }
"no update was installed within $Days days"
exit 1
