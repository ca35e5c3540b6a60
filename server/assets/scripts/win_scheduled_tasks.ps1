# Lists scheduled tasks that do not come with Windows, with their last result.
# Exit code: 0 all ended well, 1 one did not.
$ErrorActionPreference = 'Stop'

# Not run yet, running, ready, disabled, queued: none of these is a failure.
$fine = @(0, 0x41300, 0x41301, 0x41302, 0x41303, 0x41325)
$failed = 0
foreach ($task in Get-ScheduledTask | Where-Object { $_.TaskPath -notlike '\Microsoft\*' } | Sort-Object -Property TaskPath, TaskName) {
    $last = $task | Get-ScheduledTaskInfo -ErrorAction SilentlyContinue
    $mark = ''
    if ($last -and $task.State -ne 'Disabled' -and $fine -notcontains $last.LastTaskResult) { $mark = '  FAILED'; $failed++ }
    '{0}{1}  {2}  last {3}  result {4}{5}' -f $task.TaskPath, $task.TaskName, $task.State, $last.LastRunTime, $last.LastTaskResult, $mark
}
if ($failed -gt 0) { exit 1 }
exit 0
