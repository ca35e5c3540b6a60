# Makes this computer an agent of a Muster server: fetches the agent, checks it, enrols
# it and runs it as a service. Running it again brings the agent up to date. Run it in
# an elevated PowerShell. The token is a secret until it expires.
$clicked = $false
$server = @SERVER@
$token = @TOKEN@
$arch = @ARCH@
# What is fetched, the package (msi) or the program (exe), and its SHA-256.
$kind = @KIND@
$sha256 = @SHA256@
$place = @PLACE@
# The agent takes updates of this publisher alone; empty: those of its server.
$publisher = @PUBLISHER@
# 1: the computer never sleeps, answers pings, has its remote desktop on.
$power = @POWER@
$ping = @PING@
$rdp = @RDP@
