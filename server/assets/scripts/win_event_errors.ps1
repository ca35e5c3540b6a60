# Lists errors of the event logs System and Application, most frequent first.
# Arguments: hours back (24), how many (20).
# Exit code: 0 none, 1 some.
param([ValidateRange(1, 8760)][int]$Hours = 24, [ValidateRange(1, 1000)][int]$Count = 20)

$filter = @{ LogName = 'System', 'Application'; Level = 1, 2; StartTime = (Get-Date).AddHours(-$Hours) }
$events = @(Get-WinEvent -FilterHashtable $filter -MaxEvents 5000 -ErrorAction SilentlyContinue)
if ($events.Count -eq 0) {
    "no errors in the last $Hours hours"
    exit 0
}
"$($events.Count) errors in the last $Hours hours:"
$groups = $events | Group-Object -Property LogName, ProviderName, Id | Sort-Object -Property Count -Descending
foreach ($group in $groups | Select-Object -First $Count) {
    $latest = $group.Group[0]
    $text = ("$($latest.Message)" -split "`r?`n")[0]
    '{0,5}  {1}  {2} {3}  {4}' -f $group.Count, $latest.TimeCreated.ToString('s'), $latest.ProviderName, $latest.Id, $text
}
exit 1
