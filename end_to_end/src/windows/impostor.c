/* A program that says it is another release of the agent, and does nothing of its work:
 * it reaches no server, or says that it did and does not start. */

#include <stdio.h>
#include <string.h>

/* What servers find in a program. */
const volatile char record[64] = "muster-agent release " VERSION ";";

int main(int count, char **words)
{
    const char *what = count > 1 ? words[1] : "";
    if (strcmp(what, "--version") == 0)
        return puts("muster-agent " VERSION) < 0;
#ifdef REACHES
    if (strcmp(what, "try") == 0)
        return puts("release " VERSION " reaches the server") < 0;
#endif
    fputs("it hurts\n", stderr);
    return record[0] == 'm';
}
