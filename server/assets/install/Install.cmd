@echo off
rem Installs the Muster agent that is beside this file, after Windows has asked for an
rem administrator. muster-settings.json says for which server; keep it secret.
setlocal DisableDelayedExpansion
set "MUSTER_SCRIPT=%~dp0muster-install.ps1"
if not exist "%MUSTER_SCRIPT%" goto unpack
if not exist "%~dp0muster-settings.json" goto unpack
powershell.exe -NoProfile -ExecutionPolicy Bypass -Command "Start-Process -FilePath powershell.exe -Verb RunAs -ArgumentList ('-NoProfile -ExecutionPolicy Bypass -File ' + [char]34 + $env:MUSTER_SCRIPT + [char]34)"
if errorlevel 1 pause
exit /b

:unpack
echo Extract all files of the archive into a folder first, then open Install.cmd there.
pause
exit /b 1
