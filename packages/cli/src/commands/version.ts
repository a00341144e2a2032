/** The version of the package, as `--version` prints it; `test/install` holds it against package.json. */
export const version = '0.1.0'
