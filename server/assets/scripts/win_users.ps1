# Lists local accounts, the profiles on the computer, and who is logged in.
# Exit code: 0.
$ErrorActionPreference = 'Stop'

'local accounts:'
Get-CimInstance -ClassName Win32_UserAccount -Filter 'LocalAccount = True' | Sort-Object -Property Name |
    ForEach-Object { '  {0,-24} disabled {1,-5}  password needed {2}' -f $_.Name, $_.Disabled, $_.PasswordRequired }

''
'profiles, last used first:'
Get-CimInstance -ClassName Win32_UserProfile -Filter 'Special = False' | Sort-Object -Property LastUseTime -Descending |
    ForEach-Object { '  {0,-40} {1}' -f $_.LocalPath, $_.LastUseTime }

''
'logged in at the screen:'
'  {0}' -f (Get-CimInstance -ClassName Win32_ComputerSystem).UserName
exit 0
