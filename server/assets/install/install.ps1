# Makes this computer an agent of a Muster server: fetches the agent, checks it,
# enrols it and runs it as a service. Running it again brings the agent up to
# date. Run it in an elevated PowerShell. The token is a secret until it expires.
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'

$server = @SERVER@
$token = @TOKEN@
$arch = @ARCH@
$sha256 = @SHA256@
$place = @PLACE@
# The agent takes updates of this publisher alone; empty: those of its server.
$publisher = @PUBLISHER@
$folder = Join-Path $env:ProgramFiles 'Muster'
$program = Join-Path $folder 'muster-agent.exe'

function Install-MusterAgent {
    $user = [Security.Principal.WindowsPrincipal][Security.Principal.WindowsIdentity]::GetCurrent()
    if (-not $user.IsInRole([Security.Principal.WindowsBuiltInRole]::Administrator)) {
        throw 'muster: this needs an administrator: open PowerShell with "Run as administrator"'
    }
    $insecure = @()
    if ($server -notmatch '^https://|^http://(127\.|localhost|\[::1\])') {
        Write-Warning "$server is not encrypted: anybody on the network path can take over this computer"
        # The address was chosen when this installer was made.
        $insecure = @('--insecure')
    }
    [Net.ServicePointManager]::SecurityProtocol = 'Tls12'
    New-Item -ItemType Directory -Force -Path $folder | Out-Null

    Write-Output "muster: fetching the agent from $server"
    $new = "$program.new"
    Invoke-WebRequest -UseBasicParsing -Uri "$server/link/agent/windows/$arch/" -OutFile $new
    if ((Get-FileHash -Algorithm SHA256 -Path $new).Hash -ne $sha256) {
        Remove-Item -Force $new
        throw 'muster: what was fetched is not the agent this installer was made for (its SHA-256 differs): nothing was installed'
    }
    Stop-Service -Name 'muster-agent' -ErrorAction SilentlyContinue
    Move-Item -Force -Path $new -Destination $program

    Write-Output "muster: enrolling this computer: $place"
    $env:MUSTER_ENROLL_TOKEN = $token
    $more = @()
    if ($publisher) { $more = '--publisher-key', $publisher }
    & $program enroll --server $server --if-needed @insecure @more
    $enrolled = $LASTEXITCODE
    Remove-Item Env:MUSTER_ENROLL_TOKEN
    if ($enrolled -ne 0) { throw 'muster: this computer was not enrolled' }
    & $program install
    if ($LASTEXITCODE -ne 0) { throw 'muster: the agent is enrolled, but could not be made a service' }

    # What the installer was asked to set up besides the agent.
    if (@POWER@ -eq '1') {
        powercfg /change standby-timeout-ac 0
        powercfg /change hibernate-timeout-ac 0
    }
    if (@PING@ -eq '1') {
        netsh advfirewall firewall add rule name='Muster: answer pings' dir=in action=allow protocol=icmpv4:8,any | Out-Null
    }
    if (@RDP@ -eq '1') {
        Set-ItemProperty -Path 'HKLM:\System\CurrentControlSet\Control\Terminal Server' -Name fDenyTSConnections -Value 0
        netsh advfirewall firewall set rule group='@FirewallAPI.dll,-28752' new enable=Yes | Out-Null
    }
    Write-Output "muster: done: this computer is an agent of $server"
}

Install-MusterAgent
