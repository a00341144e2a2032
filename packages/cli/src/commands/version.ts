/** The version of the package, as `--version` prints it; `test/install` compares it with package.json. */
export const version = '0.1.0'
