# Calls the script beside it with the arguments in the file beside it: a command line is
# too short for them. They are bound as PowerShell does it with `-File`, and the exit code
# is what the script says.
try {
    [Console]::OutputEncoding = New-Object System.Text.UTF8Encoding $false
    $OutputEncoding = [Console]::OutputEncoding
} catch { }

function Find-MusterParameter($Known, $Name) {
    foreach ($Candidate in $Known.Values) {
        if ($Candidate.Name -eq $Name -or $Candidate.Aliases -contains $Name) { return $Candidate }
    }
    $Begun = @($Known.Values | Where-Object { $_.Name -like "$Name*" })
    if ($Begun.Count -eq 1) { return $Begun[0] }
}

$MusterScript = Join-Path $PSScriptRoot 'script.ps1'
$MusterText = Get-Content -LiteralPath (Join-Path $PSScriptRoot 'arguments') -Raw -Encoding UTF8
# A name stands before the first argument, and nothing behind the last.
$MusterWords = @($MusterText -split "`0")
$MusterLast = $MusterWords.Count - 2
$MusterPlain = @()
$MusterNamed = @{}

# Without parameters of its own a script gets everything in $args, as it is.
$MusterKnown = @{}
try {
    $MusterName = $MusterScript -replace '([\[\]`*?])', '`$1'
    $MusterFound = (Get-Command -Name $MusterName -CommandType ExternalScript).Parameters
    if ($MusterFound) { $MusterKnown = $MusterFound }
} catch { }

for ($MusterAt = 1; $MusterAt -le $MusterLast; $MusterAt++) {
    $MusterWord = $MusterWords[$MusterAt]
    if ($MusterKnown.Count -eq 0 -or $MusterWord -notmatch '(?s)^-([A-Za-z_]\w*)(?::(.*))?$') {
        $MusterPlain += $MusterWord
        continue
    }
    $MusterName = $Matches[1]
    $MusterValue = $Matches[2]
    $MusterParameter = Find-MusterParameter $MusterKnown $MusterName
    if (-not $MusterParameter) {
        if ($MusterKnown.ContainsKey('Verbose')) {
            # PowerShell says that there is no such parameter.
            $MusterNamed[$MusterName] = $true
        } else {
            $MusterPlain += $MusterWord
        }
        continue
    }
    $MusterName = $MusterParameter.Name
    if ($MusterParameter.SwitchParameter) {
        $MusterNamed[$MusterName] = $MusterValue -notmatch '^\$?false$'
    } elseif ($MusterValue) {
        $MusterNamed[$MusterName] = $MusterValue
    } elseif ($MusterAt -lt $MusterLast) {
        $MusterAt++
        $MusterNamed[$MusterName] = $MusterWords[$MusterAt]
    } else {
        [Console]::Error.WriteLine("the parameter $MusterName has no value")
        exit 1
    }
}

$global:LASTEXITCODE = 0
& $MusterScript @MusterPlain @MusterNamed
if (-not $?) {
    if ($LASTEXITCODE) { exit $LASTEXITCODE }
    # It could not be called at all.
    exit 1
}
exit 0
