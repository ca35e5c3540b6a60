# Shows whether the drives are encrypted with BitLocker. Keys are not shown.
# Exit code: 0 the system drive is protected, 1 it is not, 2 could not find out.
$volumes = $null
try {
    $volumes = @(Get-BitLockerVolume -ErrorAction Stop)
} catch {
    [Console]::Error.WriteLine("BitLocker cannot be asked: $($_.Exception.Message)")
    exit 2
}
$volumes | Format-Table -AutoSize -Property MountPoint, VolumeType, VolumeStatus, EncryptionPercentage, ProtectionStatus, EncryptionMethod | Out-String -Width 200
$system = $volumes | Where-Object { $_.MountPoint -eq $env:SystemDrive }
if ($system -and $system.ProtectionStatus -eq 'On') { exit 0 }
"the system drive $env:SystemDrive is not protected"
exit 1
