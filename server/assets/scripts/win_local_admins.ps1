# Lists members of the local group of administrators.
# Argument: how many are expected at most (0: any number).
# Exit code: 0 as expected, 1 more, 2 could not find out.
param([int]$Expected = 0)

# By its number, as the group has another name in each language.
$group = Get-CimInstance -ClassName Win32_Group -Filter "LocalAccount = True and SID = 'S-1-5-32-544'"
if (-not $group) {
    [Console]::Error.WriteLine('the group of administrators was not found')
    exit 2
}
$members = @()
$found = ([ADSI]"WinNT://./$($group.Name),group").Invoke('Members')
foreach ($member in $found) {
    $path = $member.GetType().InvokeMember('ADsPath', 'GetProperty', $null, $member, $null)
    $members += $path -replace '^WinNT://', '' -replace '/', '\'
}
"members of $($group.Name):"
$members | Sort-Object | ForEach-Object { "  $_" }
if ($Expected -gt 0 -and $members.Count -gt $Expected) {
    "more than $Expected"
    exit 1
}
exit 0
