# Clean-up: deletes old files in the temporary folders of Windows and its users.
# Folders stay; files in use stay; links are not followed.
# Argument: days a file must be old (14, at least 1).
# Exit code: 0 done.
param([ValidateRange(1, 3650)][int]$Days = 14)

$limit = (Get-Date).AddDays(-$Days)
$folders = @("$env:SystemRoot\Temp")
$folders += Get-ChildItem -LiteralPath "$env:SystemDrive\Users" -Directory -ErrorAction SilentlyContinue |
    ForEach-Object { Join-Path -Path $_.FullName -ChildPath 'AppData\Local\Temp' }

foreach ($folder in $folders) {
    if (-not (Test-Path -LiteralPath $folder -PathType Container)) { continue }
    $count = 0
    $bytes = 0
    $files = Get-ChildItem -LiteralPath $folder -File -Recurse -Force -Attributes !ReparsePoint -ErrorAction SilentlyContinue |
        Where-Object { $_.LastWriteTime -lt $limit -and $_.CreationTime -lt $limit }
    foreach ($file in $files) {
        try {
            $size = $file.Length
            Remove-Item -LiteralPath $file.FullName -Force -ErrorAction Stop
            $count++
            $bytes += $size
        } catch {
            continue
        }
    }
    '{0}: {1} files, {2:N1} MB' -f $folder, $count, ($bytes / 1MB)
}
exit 0
