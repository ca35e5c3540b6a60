# Shows network adapters, addresses, gateways and name servers.
# Exit code: 0 an adapter has a gateway, 1 none has.
$ErrorActionPreference = 'Stop'

$adapters = @(Get-CimInstance -ClassName Win32_NetworkAdapterConfiguration -Filter 'IPEnabled = True')
foreach ($adapter in $adapters) {
    $adapter.Description
    '  MAC          {0}' -f $adapter.MACAddress
    '  addresses    {0}' -f ($adapter.IPAddress -join ', ')
    '  gateways     {0}' -f ($adapter.DefaultIPGateway -join ', ')
    '  name servers {0}' -f ($adapter.DNSServerSearchOrder -join ', ')
    '  DHCP         {0} {1}' -f $adapter.DHCPEnabled, $adapter.DHCPServer
}
$withGateway = @($adapters | Where-Object { $_.DefaultIPGateway })
if ($withGateway.Count -gt 0) { exit 0 }
'no adapter has a gateway'
exit 1
