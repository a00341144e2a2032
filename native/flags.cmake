# More flags for compiler and linker, from the environment: several, as a shell would split them.
# An unquoted $ENV{OL_NATIVE_FLAGS} would be one argument, spaces and all.
separate_arguments(OL_NATIVE_FLAGS NATIVE_COMMAND "$ENV{OL_NATIVE_FLAGS}")
