/* A program in the agent's place, to try the package with (scripts/try-msi.sh). It is
 * a service, and appends what it was called with to C:\ProgramData\Muster\calls.txt.
 *
 *   refuse-enroll, refuse-install   files there that make it fail */

#include <windows.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define NAME "muster-agent"
#define FOLDER "C:\\ProgramData\\Muster"

static SERVICE_STATUS_HANDLE handle;
static HANDLE stop_event;

static void record(const char *format, ...)
{
    char text[2048];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    CreateDirectoryA(FOLDER, NULL);
    FILE *file = fopen(FOLDER "\\calls.txt", "ab");
    fprintf(file, "%s %s\n", VERSION, text);
    fclose(file);
}

static int exists(const char *name)
{
    char path[MAX_PATH];
    snprintf(path, sizeof path, FOLDER "\\%s", name);
    return GetFileAttributesA(path) != INVALID_FILE_ATTRIBUTES;
}

static int refuse(const char *why)
{
    fprintf(stderr, "muster-agent: %s\n", why);
    return 1;
}

/* --- the service ------------------------------------------------------------------ */

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

static void WINAPI work(DWORD count, char **words)
{
    (void)count, (void)words;
    handle = RegisterServiceCtrlHandlerExA(NAME, control, NULL);
    record("runs");
    report(SERVICE_RUNNING);
    WaitForSingleObject(stop_event, INFINITE);
    /* An agent with something to end takes its time. */
    Sleep(1500);
    record("stops");
    report(SERVICE_STOPPED);
}

static int serve(void)
{
    SERVICE_TABLE_ENTRYA table[] = {{(char *)NAME, work}, {NULL, NULL}};
    stop_event = CreateEventA(NULL, TRUE, FALSE, NULL);
    return !StartServiceCtrlDispatcherA(table);
}

/* --- the commands ------------------------------------------------------------------ */

static int enroll(void)
{
    if (exists("refuse-enroll"))
        return refuse("the token is not valid: \303\244 [1] %s");
    if (!exists("identity.json"))
        fclose(fopen(FOLDER "\\identity.json", "wb"));
    puts("enrolled as stand-in");
    return 0;
}

static int install(void)
{
    char program[MAX_PATH], command[MAX_PATH + 16];
    if (!exists("identity.json"))
        return refuse("this computer is not enrolled: run muster-agent enroll first");
    if (exists("refuse-install"))
        return refuse("no service today");
    GetModuleFileNameA(NULL, program, MAX_PATH);
    snprintf(command, sizeof command, "\"%s\" run", program);
    SC_HANDLE manager = OpenSCManagerA(NULL, NULL, SC_MANAGER_ALL_ACCESS);
    SC_HANDLE service = OpenServiceA(manager, NAME, SERVICE_ALL_ACCESS);
    if (!service)
        service = CreateServiceA(manager, NAME, "Muster agent", SERVICE_ALL_ACCESS, SERVICE_WIN32_OWN_PROCESS,
            SERVICE_AUTO_START, SERVICE_ERROR_NORMAL, command, NULL, NULL, NULL, NULL, NULL);
    if (!StartServiceA(service, 0, NULL) && GetLastError() != ERROR_SERVICE_ALREADY_RUNNING)
        return refuse("the service does not start");
    puts("the service muster-agent is installed");
    return 0;
}

static int uninstall(void)
{
    SC_HANDLE manager = OpenSCManagerA(NULL, NULL, SC_MANAGER_ALL_ACCESS);
    SC_HANDLE service = OpenServiceA(manager, NAME, SERVICE_ALL_ACCESS);
    SERVICE_STATUS status;
    if (service) {
        ControlService(service, SERVICE_CONTROL_STOP, &status);
        DeleteService(service);
    }
    DeleteFileA(FOLDER "\\identity.json");
    puts("the agent is removed");
    return 0;
}

int main(int count, char **words)
{
    char line[1024] = "", token[256] = "";
    for (int i = 1; i < count; i++) {
        strncat(line, i > 1 ? " " : "", sizeof line - strlen(line) - 1);
        strncat(line, words[i], sizeof line - strlen(line) - 1);
    }
    const char *command = count > 1 ? words[1] : "";
    if (strcmp(command, "run") == 0)
        return serve();
    if (GetEnvironmentVariableA("MUSTER_ENROLL_TOKEN", token, sizeof token))
        record("called: %s (token %s)", line, token);
    else
        record("called: %s", line);
    if (strcmp(command, "enroll") == 0)
        return enroll();
    if (strcmp(command, "install") == 0)
        return install();
    if (strcmp(command, "uninstall") == 0)
        return uninstall();
    return refuse("unknown command");
}
