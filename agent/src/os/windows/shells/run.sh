# Calls the script beside it with the options given here and the arguments in the file
# beside it: what a command line of Windows holds is changed on its way to a shell.
folder=${0%[\\/]*}
set -- "$@" "$folder/script.sh"
is_name=yes
while IFS= read -r -d '' argument; do
    # A name stands before the first argument.
    if [ "$is_name" ]; then is_name=; else set -- "$@" "$argument"; fi
done < "$folder/arguments"
exec "${BASH:-sh}" "$@"
