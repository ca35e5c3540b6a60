# Shows the state of Microsoft Defender.
# Argument: days that its signatures may be old (3).
# Exit code: 0 on and up to date, 1 not, 2 could not find out.
param([ValidateRange(0, 365)][int]$Days = 3)

$state = $null
try {
    $state = Get-MpComputerStatus -ErrorAction Stop
} catch {
    [Console]::Error.WriteLine("Defender cannot be asked: $($_.Exception.Message)")
    exit 2
}
$state | Format-List -Property AMRunningMode, AntivirusEnabled, RealTimeProtectionEnabled, IsTamperProtected, AntivirusSignatureAge, AntivirusSignatureLastUpdated, QuickScanEndTime, FullScanEndTime | Out-String

$problems = @()
if (-not $state.AntivirusEnabled) { $problems += 'the virus scanner is off' }
if (-not $state.RealTimeProtectionEnabled) { $problems += 'protection in real time is off' }
if ($state.AntivirusSignatureAge -gt $Days) { $problems += "the signatures are $($state.AntivirusSignatureAge) days old" }
$threats = @(Get-MpThreat -ErrorAction SilentlyContinue | Where-Object { $_.IsActive })
if ($threats.Count -gt 0) { $problems += "$($threats.Count) threats are active" }
if ($problems.Count -eq 0) {
    'on and up to date'
    exit 0
}
$problems
exit 1
