# Lists the processes that use most processor time right now and most memory.
# Argument: how many of each (10).
# Exit code: 0.
param([ValidateRange(1, 100)][int]$Count = 10)
$ErrorActionPreference = 'Stop'

$cores = [Environment]::ProcessorCount
'by processor, in percent of the computer:'
Get-CimInstance -ClassName Win32_PerfFormattedData_PerfProc_Process |
    Where-Object { $_.Name -ne '_Total' -and $_.Name -ne 'Idle' } |
    Sort-Object -Property PercentProcessorTime -Descending |
    Select-Object -First $Count |
    ForEach-Object { '{0,6:N1}%  {1} ({2})' -f ($_.PercentProcessorTime / $cores), $_.Name, $_.IDProcess }

''
'by memory:'
Get-Process | Sort-Object -Property WorkingSet64 -Descending | Select-Object -First $Count |
    ForEach-Object { '{0,9:N1} MB  {1} ({2})' -f ($_.WorkingSet64 / 1MB), $_.ProcessName, $_.Id }
exit 0
