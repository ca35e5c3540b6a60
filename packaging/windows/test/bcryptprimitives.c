/* Wine 8 has no bcryptprimitives.dll, from which Rust programs take random bytes. For
 * tests under Wine only: scripts/wine.sh puts it into the prefix of the run. */

#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(BYTE *bytes, SIZE_T length)
{
    return RtlGenRandom(bytes, (ULONG)length);
}
