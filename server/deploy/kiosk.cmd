@echo off
rem Shows a team's page full screen on a bidding computer with Windows, and opens it again if the browser is closed. Ctrl-C in this
rem window ends it. See docs/how-to/kiosk.md.
rem Usage: kiosk.cmd [LINK]
rem Without LINK it asks for the link or address: a USB scanner can type the QR code of the team's sheet.
setlocal
set "LINK=%~1"
if not defined LINK set /p "LINK=Link of the team (scan or type it, then Enter): "
if not defined LINK (
    echo kiosk: no link 1>&2
    exit /b 2
)
if /i not "%LINK:~0,8%"=="https://" (
    echo kiosk: expected a link that begins with https:// 1>&2
    exit /b 2
)

set "BROWSER=%ProgramFiles(x86)%\Microsoft\Edge\Application\msedge.exe"
if not exist "%BROWSER%" set "BROWSER=%ProgramFiles%\Microsoft\Edge\Application\msedge.exe"
if not exist "%BROWSER%" set "BROWSER=%ProgramFiles%\Google\Chrome\Application\chrome.exe"
if not exist "%BROWSER%" set "BROWSER=%ProgramFiles%\Chromium\Application\chrome.exe"
if not exist "%BROWSER%" (
    echo kiosk: no Edge, Chrome or Chromium found 1>&2
    exit /b 1
)

set "PROFILE=%LOCALAPPDATA%\ishigaki-kiosk"
:open
start "" /wait "%BROWSER%" --kiosk "%LINK%" --edge-kiosk-type=fullscreen --user-data-dir="%PROFILE%" --no-first-run --no-default-browser-check --noerrdialogs --hide-crash-restore-bubble --disable-session-crashed-bubble --disable-features=Translate,msImplicitSignin --disable-sync --overscroll-history-navigation=0
timeout /t 2 /nobreak >nul
goto open
