/* What the Windows agent starts in tests under Wine, and a service for it to control. The
 * first word says what to do; any other word is a script, and this its interpreter. */

#include <windows.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#define LONG_ENOUGH (600 * 1000)

/* --- a family of processes ------------------------------------------------------------ */

/* Starts this program once more. */
static BOOL start(const WCHAR *what, const WCHAR *mark, int number, BOOL inherits, DWORD flags)
{
    STARTUPINFOW startup = {.cb = sizeof startup};
    PROCESS_INFORMATION process;
    WCHAR own[MAX_PATH], line[2 * MAX_PATH];
    GetModuleFileNameW(NULL, own, MAX_PATH);
    _snwprintf(line, 2 * MAX_PATH, L"\"%ls\" %ls %ls-%d", own, what, mark, number);
    return CreateProcessW(own, line, NULL, NULL, inherits, flags, NULL, NULL, &startup, &process);
}

/* A child that holds the streams, one without a console that tries to leave the job, and a
 * grandchild whose parent is gone. */
static int family(const WCHAR *mark)
{
    DWORD alone = DETACHED_PROCESS | CREATE_NEW_PROCESS_GROUP;
    BOOL all = start(L"sleep", mark, 1, TRUE, 0);
    all = (start(L"sleep", mark, 2, FALSE, alone | CREATE_BREAKAWAY_FROM_JOB) ||
           start(L"sleep", mark, 2, FALSE, alone)) && all;
    all = start(L"leave", mark, 3, FALSE, alone) && all;
    Sleep(LONG_ENOUGH);
    return !all;
}

/* --- streams and arguments --------------------------------------------------------------- */

static int print(long long bytes)
{
    for (; bytes > 0; bytes -= 16)
        fwrite("0123456789abcde\n", 1, 16, stdout);
    return 0;
}

/* Each argument of a script in UTF-8 between brackets. */
static int interpret(int count, WCHAR **words)
{
    for (int i = 2; i < count; i++) {
        int length = WideCharToMultiByte(CP_UTF8, 0, words[i], -1, NULL, 0, NULL, NULL);
        char *text = malloc(length);
        WideCharToMultiByte(CP_UTF8, 0, words[i], -1, text, length, NULL, NULL);
        fprintf(stdout, "<%s>\n", text);
        free(text);
    }
    return 0;
}

/* --- the service ---------------------------------------------------------------------------- */

static SERVICE_STATUS_HANDLE handle;
static HANDLE stop_event;

static void report(DWORD state)
{
    SERVICE_STATUS status = {SERVICE_WIN32_OWN_PROCESS, state, SERVICE_ACCEPT_STOP, 0, 0, 0, 0};
    SetServiceStatus(handle, &status);
}

static DWORD WINAPI control(DWORD code, DWORD kind, void *data, void *context)
{
    (void)kind, (void)data, (void)context;
    if (code == SERVICE_CONTROL_STOP) {
        report(SERVICE_STOP_PENDING);
        SetEvent(stop_event);
    }
    return NO_ERROR;
}

static void WINAPI work(DWORD count, WCHAR **words)
{
    (void)count, (void)words;
    handle = RegisterServiceCtrlHandlerExW(L"probe", control, NULL);
    report(SERVICE_RUNNING);
    WaitForSingleObject(stop_event, INFINITE);
    report(SERVICE_STOPPED);
}

static int serve(void)
{
    SERVICE_TABLE_ENTRYW table[] = {{(WCHAR *)L"probe", work}, {NULL, NULL}};
    stop_event = CreateEventW(NULL, TRUE, FALSE, NULL);
    return !StartServiceCtrlDispatcherW(table);
}

int wmain(int count, WCHAR **words)
{
    const WCHAR *what = count > 1 ? words[1] : L"", *with = count > 2 ? words[2] : L"";
    _setmode(_fileno(stdout), _O_BINARY);
    if (wcscmp(what, L"family") == 0)
        return family(with);
    if (wcscmp(what, L"leave") == 0)
        return !start(L"sleep", with, 0, FALSE, DETACHED_PROCESS);
    if (wcscmp(what, L"sleep") == 0) {
        Sleep(LONG_ENOUGH);
        return 0;
    }
    if (wcscmp(what, L"awake") == 0)
        Sleep(INFINITE);
    if (wcscmp(what, L"print") == 0)
        return print(_wtoi64(with));
    if (wcscmp(what, L"serve") == 0)
        return serve();
    return interpret(count, words);
}
