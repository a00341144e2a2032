import type { LabelReport } from '@ol/reader'

/** Why a column is the label; undefined: an option or the input names it. */
export const labelReasons: Readonly<Record<LabelReport['by'], string | undefined>> = {
  option: undefined,
  header: 'the class in the header',
  name: 'chosen by its name',
  last: 'the last column',
  'last-free': 'the last column without another role',
  input: undefined,
}
