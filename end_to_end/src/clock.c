/* Shows a process another time of day than the machine has. Loaded with
   LD_PRELOAD; the difference in seconds is the number in the file that
   MUSTER_TEST_CLOCK names, and may change at any moment. Only the time of day
   is shown differently: what only ever goes on goes on as it does. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *difference;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("MUSTER_TEST_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *mapped = mmap(NULL, sizeof *difference, PROT_READ, MAP_SHARED, file, 0);
    if (mapped != MAP_FAILED) difference = mapped;
    close(file);
}

int clock_gettime(clockid_t clock, struct timespec *shown) {
    int failed = (int)syscall(SYS_clock_gettime, clock, shown);
    int is_day = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    if (!failed && is_day && difference) shown->tv_sec += *difference;
    return failed;
}

int gettimeofday(struct timeval *shown, void *zone) {
    (void)zone;
    struct timespec now;
    int failed = clock_gettime(CLOCK_REALTIME, &now);
    shown->tv_sec = now.tv_sec;
    shown->tv_usec = now.tv_nsec / 1000;
    return failed;
}

time_t time(time_t *shown) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (shown) *shown = now.tv_sec;
    return now.tv_sec;
}
