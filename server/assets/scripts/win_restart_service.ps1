# Restarts one service and tells whether it runs then.
# Argument: name of the service.
# Exit code: 0 it runs, 1 it does not, 2 no such service.
param([string]$Name)

$service = $null
if ($Name) { $service = Get-Service -Name ([WildcardPattern]::Escape($Name)) -ErrorAction SilentlyContinue }
if (-not $service) {
    [Console]::Error.WriteLine("no such service: $Name")
    exit 2
}
try {
    Restart-Service -InputObject $service -Force -ErrorAction Stop
    $service.WaitForStatus('Running', [TimeSpan]::FromSeconds(30))
} catch {
    [Console]::Error.WriteLine($_.Exception.Message)
}
$service.Refresh()
'{0} ({1}): {2}' -f $service.Name, $service.DisplayName, $service.Status
if ($service.Status -eq 'Running') { exit 0 }
exit 1
