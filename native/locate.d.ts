/** Returns the file of the addon, or why there is none. */
export function locate():
  | { readonly file: string; readonly again: string; readonly missing?: undefined }
  | { readonly missing: string; readonly file?: undefined; readonly again?: undefined }

/** Returns the id that the package of this platform ends with. */
export function platformId(): string
