# Makes this computer an agent of a Muster server, with the agent and the settings in
# the files beside this one: checks the agent, installs it, enrols it and runs it as a
# service. Install.cmd runs this as an administrator.
$ErrorActionPreference = 'Stop'
$clicked = $true
$settings = Get-Content -LiteralPath (Join-Path $PSScriptRoot 'muster-settings.json') -Encoding UTF8 -Raw | ConvertFrom-Json
$server = $settings.server
$token = $settings.token
$arch = $settings.arch
$kind = $settings.kind
$sha256 = $settings.sha256
$place = $settings.place
$publisher = $settings.publisher
$power = $settings.power
$ping = $settings.ping
$rdp = $settings.rdp
