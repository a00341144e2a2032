import type { Head } from './head.js'

/** The tasks that the page offers; undefined: by the labels. */
export type Task = 'binary' | 'multiclass' | 'regression' | undefined

/** A request of the page to the worker. */
export type Request =
  | { readonly kind: 'open'; readonly file: File }
  | { readonly kind: 'learn'; readonly file: File; readonly label: string | undefined; readonly task: Task }
  | { readonly kind: 'explain'; readonly text: string }

/** A message of the worker to the page. HTML comes from the report, which escapes all text of the data. */
export type Reply =
  | ({ readonly kind: 'opened' } & Head)
  | { readonly kind: 'progress'; readonly html: string; readonly examples: number }
  | {
      readonly kind: 'learned'
      readonly summary: string
      readonly html: string
      /** the report as a page of its own */
      readonly page: string
      readonly model: Uint8Array<ArrayBuffer>
    }
  | { readonly kind: 'explained'; readonly prediction: string; readonly html: string }
  | { readonly kind: 'failed'; readonly message: string }
