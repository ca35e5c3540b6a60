/* What the installer of Windows does beside copying files: custom actions of
 * muster-agent.wxs, in a library that is inside the package.
 *
 * The enrolment token reaches the agent through the environment of one process: a
 * command line could be seen by others and is recorded by many systems. What the
 * agent prints goes to the installer's log, and its last line to the person who
 * installs when it fails. All of this runs as LocalSystem and without a window. */

#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <msi.h>
#include <msiquery.h>
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

#define SERVICE L"muster-agent"
#define PROGRAM L"muster-agent.exe"
#define TOKEN_VARIABLE L"MUSTER_ENROLL_TOKEN"
#define SECONDS 1000
/* The agent lets a package installation end for ten minutes before it stops. */
#define STOP_LIMIT (720 * SECONDS)
#define ENROLL_LIMIT (180 * SECONDS)
#define INSTALL_LIMIT (180 * SECONDS)
#define POLL 100
#define LINE 1024
#define DATA 8192
#define FIELDS 5

/* --- what is said -------------------------------------------------------------- */

/* Square brackets would name a field or a property. */
static void say(MSIHANDLE session, INSTALLMESSAGE kind, WCHAR *text)
{
    MSIHANDLE record = MsiCreateRecord(1);
    for (WCHAR *at = text; *at; at++)
        *at = *at == '[' ? '(' : *at == ']' ? ')' : *at;
    MsiRecordSetStringW(record, 0, L"Muster: [1]");
    MsiRecordSetStringW(record, 1, text);
    MsiProcessMessage(session, kind, record);
    MsiCloseHandle(record);
}

static void note(MSIHANDLE session, const WCHAR *format, ...)
{
    WCHAR text[2 * LINE];
    va_list values;
    va_start(values, format);
    _vsnwprintf(text, 2 * LINE - 1, format, values);
    va_end(values);
    text[2 * LINE - 1] = 0;
    say(session, INSTALLMESSAGE_INFO, text);
}

static UINT fail(MSIHANDLE session, const WCHAR *format, ...)
{
    WCHAR text[2 * LINE];
    va_list values;
    va_start(values, format);
    _vsnwprintf(text, 2 * LINE - 1, format, values);
    va_end(values);
    text[2 * LINE - 1] = 0;
    say(session, INSTALLMESSAGE_ERROR, text);
    return ERROR_INSTALL_FAILURE;
}

/* Whether the person who installs has pressed Cancel. */
static BOOL is_cancelled(MSIHANDLE session)
{
    MSIHANDLE record = MsiCreateRecord(3);
    MsiRecordSetInteger(record, 1, 2);
    MsiRecordSetInteger(record, 2, 0);
    int answer = MsiProcessMessage(session, INSTALLMESSAGE_PROGRESS, record);
    MsiCloseHandle(record);
    return answer == IDCANCEL;
}

/* --- what the package passes on ----------------------------------------------------- */

/* The fields of CustomActionData, which `|` separates: it is in no path, and in no
 * value that is_plain lets through. Fields that are missing are empty. */
struct data {
    WCHAR text[DATA];
    const WCHAR *field[FIELDS];
};

static BOOL read_data(MSIHANDLE session, struct data *data)
{
    DWORD length = DATA;
    if (MsiGetPropertyW(session, L"CustomActionData", data->text, &length) != ERROR_SUCCESS)
        return FALSE;
    WCHAR *rest = data->text;
    for (int i = 0; i < FIELDS; i++) {
        data->field[i] = rest;
        WCHAR *end = rest + wcscspn(rest, L"|");
        rest = *end ? end + 1 : end;
        *end = 0;
    }
    return TRUE;
}

/* Whether a value can be a word of a command line as it is. */
static BOOL is_plain(const WCHAR *value)
{
    for (; *value; value++)
        if (*value <= ' ' || *value > '~' || *value == '"' || *value == '\\')
            return FALSE;
    return TRUE;
}

static BOOL is_set(const WCHAR *value)
{
    return *value && wcscmp(value, L"0") != 0;
}

/* --- calling the agent ------------------------------------------------------------------ */

/* Lines that the agent prints, as they arrive in chunks. */
struct output {
    MSIHANDLE session;
    char line[LINE];
    DWORD length;
    WCHAR last[LINE];
};

static void end_line(struct output *output)
{
    while (output->length > 0 && output->line[output->length - 1] == '\r')
        output->length--;
    int wide = MultiByteToWideChar(CP_UTF8, 0, output->line, output->length, output->last, LINE - 1);
    if (output->length > 0) {
        output->last[wide] = 0;
        say(output->session, INSTALLMESSAGE_INFO, output->last);
    }
    output->length = 0;
}

static void read_output(HANDLE pipe, struct output *output)
{
    char chunk[512];
    DWORD waiting, length;
    while (PeekNamedPipe(pipe, NULL, 0, NULL, &waiting, NULL) && waiting > 0) {
        if (!ReadFile(pipe, chunk, sizeof chunk, &length, NULL))
            return;
        for (DWORD i = 0; i < length; i++) {
            if (chunk[i] == '\n' || output->length == LINE - 1)
                end_line(output);
            if (chunk[i] != '\n')
                output->line[output->length++] = chunk[i];
        }
    }
}

/* Waits for the agent and ends it when it takes too long. */
static DWORD wait_for(HANDLE process, HANDLE pipe, DWORD limit, struct output *output)
{
    ULONGLONG end = GetTickCount64() + limit;
    DWORD code = ERROR_TIMEOUT;
    while (WaitForSingleObject(process, POLL) == WAIT_TIMEOUT) {
        read_output(pipe, output);
        if (GetTickCount64() > end || is_cancelled(output->session)) {
            TerminateProcess(process, code);
            WaitForSingleObject(process, 10 * SECONDS);
            note(output->session, L"the agent was ended: it took too long, or you cancelled");
            break;
        }
    }
    read_output(pipe, output);
    end_line(output);
    GetExitCodeProcess(process, &code);
    return code;
}

static BOOL start(WCHAR *command, HANDLE pipe, PROCESS_INFORMATION *process)
{
    STARTUPINFOW startup = {.cb = sizeof startup, .dwFlags = STARTF_USESTDHANDLES};
    startup.hStdOutput = pipe;
    startup.hStdError = pipe;
    return CreateProcessW(NULL, command, NULL, NULL, TRUE, CREATE_NO_WINDOW, NULL, NULL, &startup, process);
}

/* Runs the agent in the folder with these words. Its exit code, or why it does not
 * start; `last` is the last line that it printed. */
static DWORD run(MSIHANDLE session, const WCHAR *folder, const WCHAR *words, DWORD limit, WCHAR *last)
{
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    PROCESS_INFORMATION process;
    HANDLE reader, writer;
    WCHAR command[DATA];
    struct output output = {.session = session};
    last[0] = 0;
    int length = _snwprintf(command, DATA, L"\"%ls%ls\" %ls", folder, PROGRAM, words);
    if (length < 0 || length >= DATA)
        return ERROR_BUFFER_OVERFLOW;
    if (!CreatePipe(&reader, &writer, &inherited, 0))
        return GetLastError();
    SetHandleInformation(reader, HANDLE_FLAG_INHERIT, 0);
    BOOL started = start(command, writer, &process);
    DWORD code = started ? 0 : GetLastError();
    CloseHandle(writer);
    if (started) {
        code = wait_for(process.hProcess, reader, limit, &output);
        wcscpy(last, output.last);
        CloseHandle(process.hThread);
        CloseHandle(process.hProcess);
    }
    CloseHandle(reader);
    note(session, L"muster-agent %ls ended with %lu", words, code);
    return code;
}

/* --- the service ----------------------------------------------------------------------------- */

static SC_HANDLE open_service(DWORD rights)
{
    SC_HANDLE manager = OpenSCManagerW(NULL, NULL, SC_MANAGER_CONNECT);
    if (!manager)
        return NULL;
    SC_HANDLE service = OpenServiceW(manager, SERVICE, rights);
    DWORD error = GetLastError();
    CloseServiceHandle(manager);
    SetLastError(error);
    return service;
}

/* Until the service is stopped and its process has let go of the file. */
static DWORD stop_and_wait(MSIHANDLE session, SC_HANDLE service)
{
    ULONGLONG end = GetTickCount64() + STOP_LIMIT;
    SERVICE_STATUS_PROCESS status;
    SERVICE_STATUS ignored;
    DWORD needed;
    HANDLE process = NULL;
    while (QueryServiceStatusEx(service, SC_STATUS_PROCESS_INFO, (BYTE *)&status, sizeof status, &needed)) {
        if (!process && status.dwProcessId)
            process = OpenProcess(SYNCHRONIZE, FALSE, status.dwProcessId);
        if (status.dwCurrentState == SERVICE_STOPPED) {
            if (process)
                WaitForSingleObject(process, 10 * SECONDS);
            break;
        }
        /* One that just starts or stops already refuses; then it is asked again. */
        if (status.dwCurrentState != SERVICE_STOP_PENDING)
            ControlService(service, SERVICE_CONTROL_STOP, &ignored);
        if (GetTickCount64() > end)
            return ERROR_SERVICE_REQUEST_TIMEOUT;
        if (is_cancelled(session))
            return ERROR_INSTALL_USEREXIT;
        Sleep(POLL);
    }
    if (process)
        CloseHandle(process);
    return ERROR_SUCCESS;
}

/* --- the actions -------------------------------------------------------------------------------- */

/* Before files change: its program must not be in use. */
UINT __stdcall StopAgent(MSIHANDLE session)
{
    SC_HANDLE service = open_service(SERVICE_STOP | SERVICE_QUERY_STATUS);
    if (!service) {
        DWORD error = GetLastError();
        if (error == ERROR_SERVICE_DOES_NOT_EXIST)
            return ERROR_SUCCESS;
        return fail(session, L"the service muster-agent cannot be opened (error %lu)", error);
    }
    DWORD error = stop_and_wait(session, service);
    CloseServiceHandle(service);
    if (error == ERROR_INSTALL_USEREXIT)
        return error;
    if (error != ERROR_SUCCESS)
        return fail(session, L"the service muster-agent does not stop; try again when it has finished its work");
    note(session, L"the service muster-agent is stopped");
    return ERROR_SUCCESS;
}

/* When the installation is undone: the agent goes on as it was. */
UINT __stdcall StartAgent(MSIHANDLE session)
{
    SC_HANDLE service = open_service(SERVICE_START);
    if (service) {
        BOOL started = StartServiceW(service, 0, NULL);
        note(session, started ? L"the service muster-agent is started again" : L"the service muster-agent stays as it is");
        CloseServiceHandle(service);
    }
    return ERROR_SUCCESS;
}

/* When a first installation is undone: no service may name a program that is gone. */
UINT __stdcall ForgetAgent(MSIHANDLE session)
{
    SC_HANDLE service = open_service(SERVICE_STOP | SERVICE_QUERY_STATUS | DELETE);
    if (service) {
        stop_and_wait(session, service);
        DeleteService(service);
        CloseServiceHandle(service);
        note(session, L"the service muster-agent is removed");
    }
    return ERROR_SUCCESS;
}

/* Data: folder, server, token, publisher's key, insecure. */
UINT __stdcall EnrollAgent(MSIHANDLE session)
{
    struct data data;
    WCHAR words[DATA / 2], last[LINE];
    if (!read_data(session, &data))
        return fail(session, L"the package passed on too much");
    const WCHAR *server = data.field[1], *token = data.field[2], *key = data.field[3];
    BOOL insecure = is_set(data.field[4]);
    if (!is_plain(server) || !is_plain(token) || !is_plain(key))
        return fail(session, L"SERVER, TOKEN or PUBLISHERKEY has a character that belongs into none of them");
    int length = _snwprintf(words, DATA / 2, L"enroll --if-needed --server %ls%ls%ls%ls", server,
        insecure ? L" --insecure" : L"", *key ? L" --publisher-key " : L"", key);
    DWORD code = ERROR_BUFFER_OVERFLOW;
    if (length > 0 && length < DATA / 2) {
        SetEnvironmentVariableW(TOKEN_VARIABLE, token);
        code = run(session, data.field[0], words, ENROLL_LIMIT, last);
        SetEnvironmentVariableW(TOKEN_VARIABLE, NULL);
    }
    if (code != 0)
        return fail(session, L"this computer was not enrolled at %ls: %ls (code %lu)", server, last, code);
    return ERROR_SUCCESS;
}

/* Data: folder, and whether it has to work. Without an identity it cannot: the program
 * is then there for somebody who enrols the computer later. */
UINT __stdcall InstallAgent(MSIHANDLE session)
{
    struct data data;
    WCHAR last[LINE];
    if (!read_data(session, &data))
        return fail(session, L"the package passed on too much");
    DWORD code = run(session, data.field[0], L"install", INSTALL_LIMIT, last);
    if (code == 0)
        return ERROR_SUCCESS;
    if (*data.field[1])
        return fail(session, L"the service could not be installed: %ls (code %lu)", last, code);
    note(session, L"no service is installed: enrol this computer, then run muster-agent install");
    return ERROR_SUCCESS;
}

/* Data: folder. */
UINT __stdcall UninstallAgent(MSIHANDLE session)
{
    struct data data;
    WCHAR last[LINE];
    if (!read_data(session, &data))
        return fail(session, L"the package passed on too much");
    DWORD code = run(session, data.field[0], L"uninstall --yes --keep-program", STOP_LIMIT, last);
    /* Somebody has removed the program by hand: its service is of no use either. */
    if (code == ERROR_FILE_NOT_FOUND || code == ERROR_PATH_NOT_FOUND)
        return ForgetAgent(session);
    if (code != 0)
        return fail(session, L"the agent could not be removed: %ls (code %lu)", last, code);
    return ERROR_SUCCESS;
}
