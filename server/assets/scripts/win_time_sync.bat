@echo off
rem Tells whether the clock of Windows follows a time server.
rem Exit code: 0 yes, 1 the time service does not run or follows none.
w32tm /query /status
if errorlevel 1 exit /b 1
w32tm /query /source | findstr /i /c:"Local CMOS Clock" /c:"Free-running" >nul
if not errorlevel 1 (
    echo the clock follows no time server
    exit /b 1
)
exit /b 0
