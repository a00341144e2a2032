declare module '*?inline' {
  /** the file as a data URL */
  const url: string
  export default url
}

declare module '*?worker&inline' {
  const Inline: new () => Worker
  export default Inline
}
