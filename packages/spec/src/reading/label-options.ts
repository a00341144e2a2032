/** Options about what labels mean. */
export const labelOptions = {
  positive: {
    kind: 'value',
    description: 'the label that means +1; every other means -1',
    otherwise: 'none',
    part: 'model',
    override: { rule: 'allowed', why: 'another file may write its labels in another way' },
    flag: { metavar: 'label' },
    examples: ['1', '2'],
  },
  labels: {
    kind: 'choice',
    description:
      "which labels the loss accepts: 'real' any number, 'sign' -1 and +1, 'count' numbers from 0, 'class' classes; 'any': classes where the first labels are strings, and otherwise real",
    choices: ['real', 'sign', 'count', 'class', 'any'],
    default: 'real',
    part: 'model',
    override: { rule: 'refused', why: 'the loss of the model decides' },
    examples: ['real', 'count'],
  },
  task: {
    kind: 'choice',
    description:
      "what the labels are, decided from those of the first 1 MiB: 'auto', or only 'binary' (two values), 'multiclass' or 'regression'; it replaces `labels`, and `classes` where none are given, and a later label that contradicts it is an error (OL_LABEL). Absent: labels are what `labels` says",
    choices: ['auto', 'binary', 'multiclass', 'regression'],
    otherwise: 'none',
    part: 'model',
    override: { rule: 'refused', why: 'the model has its task' },
    examples: ['auto', 'regression'],
  },
  classes: {
    kind: 'classes',
    description:
      "with labels 'class': the names of the classes, or their number K. With a number, labels are whole numbers from 1 to K if the first ones are; otherwise they are names, numbered as they occur (those of the first 1 MiB in ascending order if all are numbers)",
    otherwise: 'none',
    part: 'model',
    override: { rule: 'refused', why: 'the model has its classes' },
    examples: [6, ['1', '2', '3', '4', '0', '5', '6', '7', '8', '9']],
  },
} as const
