$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
# Windows PowerShell on Server 2012 R2 would not use it by itself.
[Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12

# Not the folder for 32-bit programs, where this may run in a 32-bit PowerShell.
$programs = $env:ProgramFiles
if ($env:ProgramW6432) { $programs = $env:ProgramW6432 }
$folder = Join-Path $programs 'Muster'
$program = Join-Path $folder 'muster-agent.exe'
$log = Join-Path $folder 'muster-install.log'
$isNew = -not (Test-Path -LiteralPath $program)

function Install-MusterAgent {
    Confirm-Computer
    New-Item -ItemType Directory -Force -Path $folder | Out-Null
    # Where only administrators can replace it after it was checked.
    $file = Join-Path $folder "muster-agent-new.$kind"
    try {
        Get-MusterFile $file
        if ($kind -eq 'msi') { Install-MusterPackage $file } else { Install-MusterProgram $file }
        Register-MusterAgent $file
    }
    finally {
        Remove-Item -Force -LiteralPath $file -ErrorAction SilentlyContinue
        # Succeeds only when nothing was installed and nothing is left.
        try { [IO.Directory]::Delete($folder) } catch { }
    }
    Set-MusterExtras
    Wait-MusterConnection
}

# --- before anything is changed ---------------------------------------------

function Confirm-Computer {
    $user = [Security.Principal.WindowsPrincipal][Security.Principal.WindowsIdentity]::GetCurrent()
    if (-not $user.IsInRole([Security.Principal.WindowsBuiltInRole]::Administrator)) {
        throw 'muster: this needs an administrator: open PowerShell with "Run as administrator"'
    }
    if ($arch -ne '386' -and -not [Environment]::Is64BitOperatingSystem) {
        throw "muster: this installer is for $arch, and this computer has a 32-bit Windows"
    }
    if (-not (Test-IsProtected)) {
        Write-Warning "$server is not encrypted: anybody on the network path can take over this computer"
    }
}

function Test-IsProtected {
    return $server -match '^https://|^http://(127\.|localhost([:/]|$)|\[::1\])'
}

# --- the program ------------------------------------------------------------

function Get-MusterFile($to) {
    if ($clicked) {
        Copy-Item -Force -LiteralPath (Join-Path $PSScriptRoot "muster-agent.$kind") -Destination $to
    }
    else {
        $address = "$server/link/agent/windows/$arch/"
        if ($kind -eq 'msi') { $address += '?file=msi' }
        Write-Output "muster: fetching the agent from $server"
        try { Invoke-WebRequest -UseBasicParsing -Uri $address -OutFile $to }
        catch { throw "muster: the agent could not be fetched from ${server}: $($_.Exception.Message)" }
    }
    if ((Get-FileHash -Algorithm SHA256 -LiteralPath $to).Hash -ne $sha256) {
        throw 'muster: this is not the agent that the installer was made for (its SHA-256 differs): nothing was installed; get a new installer and try again'
    }
}

function Install-MusterPackage($file) {
    # The token is not among its words: others could see them, and many systems record
    # them. Without one the package installs the program alone.
    $code = Invoke-Msiexec "/i `"$file`" /qn /norestart /l*v `"$log`""
    if ($code -eq 1618) {
        throw 'muster: another installation is running on this computer: try again when it has ended'
    }
    if ($code -ne 0 -and $code -ne 3010 -or -not (Test-Path -LiteralPath $program)) {
        $reason = Select-String -LiteralPath $log -Pattern 'Muster agent -- (.+)$' -ErrorAction SilentlyContinue |
            Select-Object -Last 1 | ForEach-Object { $_.Matches[0].Groups[1].Value }
        throw "muster: the package could not be installed, msiexec ended with code ${code}: $reason (see $log)"
    }
    Remove-Item -Force -LiteralPath $log -ErrorAction SilentlyContinue
}

function Invoke-Msiexec($words) {
    $msiexec = Join-Path $env:SystemRoot 'System32\msiexec.exe'
    return (Start-Process -FilePath $msiexec -ArgumentList $words -Wait -PassThru).ExitCode
}

function Install-MusterProgram($file) {
    Stop-Service -Name 'muster-agent' -ErrorAction SilentlyContinue
    Move-Item -Force -LiteralPath $file -Destination $program
}

# --- the agent --------------------------------------------------------------

function Register-MusterAgent($file) {
    Write-Output "muster: enrolling this computer: $place"
    $words = 'enroll', '--server', $server, '--if-needed'
    # The address was chosen when this installer was made.
    if (-not (Test-IsProtected)) { $words += '--insecure' }
    if ($publisher) { $words += '--publisher-key', $publisher }
    # In the environment, where other users cannot read it.
    $env:MUSTER_ENROLL_TOKEN = $token
    try { Invoke-MusterAgent $words }
    finally { Remove-Item Env:MUSTER_ENROLL_TOKEN }
    if ($LASTEXITCODE -ne 0) {
        if ($isNew) { Undo-Installation $file }
        else { Start-Service -Name 'muster-agent' -ErrorAction SilentlyContinue }
        throw 'muster: this computer was not enrolled: the agent said why above'
    }
    Invoke-MusterAgent @('install')
    if ($LASTEXITCODE -ne 0) {
        throw 'muster: the agent is enrolled, but could not be made a service: it said why above'
    }
}

# What it prints about a problem would end this script; its exit code says how it went.
function Invoke-MusterAgent($words) {
    $ErrorActionPreference = 'Continue'
    & $program $words 2>&1 | ForEach-Object { "$_" }
}

function Undo-Installation($file) {
    if ($kind -eq 'msi') { Invoke-Msiexec "/x `"$file`" /qn /norestart" | Out-Null }
    else { Remove-Item -Force -LiteralPath $program -ErrorAction SilentlyContinue }
}

function Wait-MusterConnection {
    for ($second = 0; $second -lt 30; $second++) {
        $said = @(Invoke-MusterAgent @('status')) -join ' '
        if ($LASTEXITCODE -eq 0) {
            Write-Output "muster: done: this computer is an agent of $server"
            return
        }
        if ($said -like '*must approve this computer*') {
            Write-Output "muster: this computer waits until a person approves it on $server"
            return
        }
        Start-Sleep -Seconds 1
    }
    throw "muster: the agent runs as a service, but is not connected: $said"
}

# --- what the installer was asked to set up besides the agent ------------------

function Set-MusterExtras {
    if ($power -eq '1') {
        powercfg.exe /change standby-timeout-ac 0
        Confirm-Extra 'the computer may still go to sleep'
        # Fails where there is no hibernation, which is as good.
        powercfg.exe /change hibernate-timeout-ac 0
    }
    if ($ping -eq '1') {
        $name = 'name=Muster: answer pings'
        netsh.exe advfirewall firewall delete rule $name | Out-Null
        foreach ($protocol in 'icmpv4:8,any', 'icmpv6:128,any') {
            netsh.exe advfirewall firewall add rule $name 'dir=in' 'action=allow' "protocol=$protocol" | Out-Null
            Confirm-Extra 'the computer may not answer pings'
        }
    }
    if ($rdp -eq '1') {
        Set-ItemProperty -Path 'HKLM:\System\CurrentControlSet\Control\Terminal Server' -Name fDenyTSConnections -Value 0
        netsh.exe advfirewall firewall set rule 'group=@FirewallAPI.dll,-28752' new 'enable=Yes' | Out-Null
        Confirm-Extra 'the firewall may block the remote desktop'
    }
}

function Confirm-Extra($problem) {
    if ($LASTEXITCODE -ne 0) { Write-Warning "muster: ${problem}: the command for it ended with code $LASTEXITCODE" }
}

try {
    Install-MusterAgent
}
catch {
    # In a window of its own the message would be gone with the window.
    if (-not $clicked) { throw }
    Write-Host $_.Exception.Message -ForegroundColor Red
}
if ($clicked) { Read-Host 'Press Enter to close this window' | Out-Null }
