/** Imports a package as the command line finds it: what V8 keeps of a bundle does not know where the bundle lies. */
exports.importPackage = (name) => import(name)
