# shellcheck shell=bash
# Signing for Windows (Authenticode), where it is configured. Sourced, never run.
#
#   MUSTER_WINDOWS_CERT                a certificate with its key, as a .pfx file
#   MUSTER_WINDOWS_CERT_PASSWORD_FILE  a file with its password
#   MUSTER_WINDOWS_TIMESTAMP_URL       who confirms the time: without, the signature ends with the certificate

# sign_for_windows FILE: signs a program, a library or a package in place. Without a
# certificate, nothing happens.
sign_for_windows() {
    local file=$1
    local -a options=()
    [[ -n ${MUSTER_WINDOWS_CERT:-} ]] || return 0
    if [[ ! -r $MUSTER_WINDOWS_CERT || ! -r ${MUSTER_WINDOWS_CERT_PASSWORD_FILE:-} ]]; then
        echo "MUSTER_WINDOWS_CERT and MUSTER_WINDOWS_CERT_PASSWORD_FILE have to name files" >&2
        return 1
    fi
    if ! command -v osslsigncode >/dev/null && ! install_package osslsigncode; then
        echo "osslsigncode is not installed (Debian: apt-get install osslsigncode)" >&2
        return 1
    fi
    if [[ -n ${MUSTER_WINDOWS_TIMESTAMP_URL:-} ]]; then options=(-ts "$MUSTER_WINDOWS_TIMESTAMP_URL"); fi
    rm -f "$file.signed"
    osslsigncode sign -pkcs12 "$MUSTER_WINDOWS_CERT" -readpass "$MUSTER_WINDOWS_CERT_PASSWORD_FILE" \
        -h sha256 -n "Muster agent" "${options[@]}" -in "$file" -out "$file.signed" >&2 &&
        mv "$file.signed" "$file"
}
